//! Content files made from the house file, with single Orders replaced.

use atlas_shadow_of_atlas::content::HOUSE;

/// The house file, with the Orders of this text instead of those with the same ids.
pub(crate) fn grafted(text: &str) -> String {
    let (head, house) = HOUSE.split_once("[[order]]").expect("there are Orders");
    let own: Vec<&str> = text.split("[[order]]").map(str::trim).filter(|order| !order.is_empty()).collect();
    let id = |order: &str| order.lines().find(|line| line.starts_with("id = ")).map(str::to_owned);
    let orders: Vec<&str> = house
        .split("[[order]]")
        .map(|order| *own.iter().find(|it| id(it) == id(order)).unwrap_or(&order))
        .collect();
    for order in own {
        assert!(orders.contains(&order), "the house file has no such Order: {order}");
    }
    orders.iter().fold(head.to_owned(), |text, order| format!("{text}[[order]]\n{}\n\n", order.trim()))
}
