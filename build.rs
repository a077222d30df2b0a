//! Lists the files of `web/`, so that the server has them inside: a page that needs nothing but
//! the binary.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What a browser asks for; everything else in the folder is for those who work on it.
const SERVED: [&str; 7] = ["html", "css", "js", "svg", "png", "webmanifest", "woff2"];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_SERVE").is_none() {
        return Ok(());
    }
    println!("cargo:rerun-if-changed=web");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("web");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut list = "&[\n".to_string();
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        let name: Vec<String> = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let _ = writeln!(list, "    ({:?}, include_bytes!({:?})),", name.join("/"), file);
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("assets.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "node_modules" {
            continue;
        }
        if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, files)?;
        } else if path.extension().is_some_and(|kind| SERVED.iter().any(|served| kind == *served)) {
            files.push(path);
        }
    }
    Ok(())
}
