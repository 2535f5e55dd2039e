//! Text searches in markup.

#![allow(dead_code, reason = "not every test uses every function")]

/// The opening tags of these elements.
pub(crate) fn tags<'a>(page: &'a str, element: &str) -> Vec<&'a str> {
    let open = format!("<{element} ");
    page.match_indices(&open).map(|(at, _)| &page[at..=at + page[at..].find('>').unwrap()]).collect()
}

/// All values of an attribute.
pub(crate) fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let open = format!(" {attribute}=\"");
    let starts = page.match_indices(&open).map(|(at, _)| at + open.len());
    starts.map(|at| &page[at..at + page[at..].find('"').unwrap()]).collect()
}

/// The opening tag of the thing with this name.
pub(crate) fn thing<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let at = page.find(&format!(" data-thing=\"{name}\""))?;
    let open = page[..at].rfind('<')?;
    Some(&page[open..=at + page[at..].find('>')?])
}

/// The text between the tags.
pub(crate) fn text(page: &str) -> String {
    let pieces = page.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    pieces.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Whether the style sheet has a rule for a class.
pub(crate) fn is_styled(style: &str, class: &str) -> bool {
    let dotted = format!(".{class}");
    style.match_indices(&dotted).any(|(at, _)| {
        !style[at + dotted.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '-')
    })
}
