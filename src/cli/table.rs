//! Tables as `gosuri/uitable` prints them: cells padded to the width of their column, tabs between.

/// The rows, with cells of at most `widest` letters (zero is no limit); there is no line break at the end.
pub(super) fn text(rows: &[Vec<String>], widest: usize) -> String {
    let limit = if widest == 0 { usize::MAX } else { widest };
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default().min(limit)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{:<width$}", shortened(cell, limit)));
        cells.collect::<Vec<_>>().join("\t")
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The cell, cut with an ellipsis if it is too wide; one letter is left in any case.
fn shortened(cell: &str, widest: usize) -> String {
    if cell.chars().count() <= widest {
        return cell.to_owned();
    }
    cell.chars().take(widest.saturating_sub(3).max(1)).chain("...".chars()).collect()
}
