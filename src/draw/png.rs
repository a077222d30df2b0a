//! SVG as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Plain families, the likeliest first.
const FAMILIES: [&str; 6] = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica", "Segoe UI"];

/// Renders an SVG as PNG. Letters have the fonts of the system.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    // The family that `sans-serif` stands for has to be named, and differs from system to system.
    let has = |name: &&str| fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == *name));
    let found = FAMILIES.into_iter().find(has).map(str::to_string);
    let first = || fonts.faces().find_map(|face| face.families.first().map(|(family, _)| family.clone()));
    if let Some(family) = found.or_else(first) {
        fonts.set_sans_serif_family(family);
    }
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("a picture without a size")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}
