//! Tables of tab-separated columns with a line of names.

use std::collections::HashMap;

/// A row, by the names of its columns.
pub(crate) struct Row<'a>(HashMap<&'a str, &'a str>);

impl<'a> Row<'a> {
    pub(crate) fn get(&self, column: &str) -> &'a str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    pub(crate) fn number(&self, column: &str) -> u64 {
        self.get(column).parse().unwrap_or_else(|_| panic!("{column}: {}", self.get(column)))
    }
}

/// The rows of a table, of which there must be some.
pub(crate) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a line of names").split('\t').collect();
    let rows: Vec<Row> = lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            assert_eq!(cells.len(), names.len(), "{line}");
            Row(names.iter().copied().zip(cells).collect())
        })
        .collect();
    assert!(!rows.is_empty());
    rows
}
