//! Games that are found and played only by what a screen reader is told: the roles and names of Chromium's accessibility
//! tree.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Site;
use crate::page::Page;
use crate::support::PATIENCE;

/// The most presses after which a match must be over.
const MAX_PRESSES: usize = 2_000;

/// A node of the accessibility tree.
#[derive(Clone, Debug)]
struct Node {
    id: String,
    parent: Option<String>,
    role: String,
    name: String,
    disabled: bool,
    /// `Some` if it is a switch or can be picked.
    pressed: Option<bool>,
    element: Value,
}

impl Node {
    fn read(node: &Value) -> Option<Node> {
        if node["ignored"] == true {
            return None;
        }
        let text = |key: &str| node[key]["value"].as_str().unwrap_or_default().to_owned();
        let property = |name: &str| {
            let all = node["properties"].as_array().into_iter().flatten();
            all.filter(|it| it["name"] == name).map(|it| it["value"]["value"].clone()).next()
        };
        Some(Node {
            id: node["nodeId"].as_str()?.to_owned(),
            parent: node["parentId"].as_str().map(str::to_owned),
            role: text("role"),
            name: text("name"),
            disabled: property("disabled") == Some(true.into()),
            pressed: property("pressed").map(|value| value == "true"),
            element: node["backendDOMNodeId"].clone(),
        })
    }
}

/// What a screen reader is told of a page.
struct Tree {
    nodes: Vec<Node>,
    /// The parents of all nodes, including those that are not told.
    parents: Vec<(String, String)>,
}

impl Tree {
    fn is_inside(&self, node: &Node, region: &Node) -> bool {
        let parent_of =
            |id: &str| self.parents.iter().find(|(child, _)| child == id).map(|(_, up)| up.as_str());
        let mut at = node.parent.as_deref();
        while let Some(id) = at {
            if id == region.id {
                return true;
            }
            at = parent_of(id);
        }
        false
    }

    fn buttons(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.role == "button" && !node.disabled)
    }

    /// Whether a heading says how the match ended.
    fn is_over(&self) -> bool {
        let ends = |name: &str| {
            ["You win!", " wins!", " share the win.", "Nobody wins."].iter().any(|it| name.ends_with(it))
        };
        self.nodes.iter().any(|node| node.role == "heading" && ends(&node.name))
    }

    /// The things that can be picked and are not picked yet.
    fn choices(&self) -> Vec<&Node> {
        self.buttons().filter(|node| node.pressed == Some(false) && node.name != "Sound").collect()
    }

    /// The button in the bar that plays what is picked.
    fn move_button(&self) -> Option<&Node> {
        const TOOLS: [&str; 5] = ["Clear", "Undo", "Ask to undo", "Hint", "Skip the pause"];
        let bar = self.nodes.iter().find(|node| node.role == "region" && node.name == "Your move")?;
        self.buttons().find(|node| self.is_inside(node, bar) && !TOOLS.contains(&node.name.as_str()))
    }
}

impl Page {
    async fn tree(&self) -> Tree {
        let tree = self.cdp("Accessibility.getFullAXTree", json!({})).await;
        let all = tree["nodes"].as_array().expect("a tree has nodes");
        let parent =
            |node: &Value| Some((node["nodeId"].as_str()?.to_owned(), node["parentId"].as_str()?.to_owned()));
        Tree {
            nodes: all.iter().filter_map(Node::read).collect(),
            parents: all.iter().filter_map(parent).collect(),
        }
    }

    /// Clicks in the middle of what a node stands for, if it is still there.
    async fn click_on(&self, node: &Node) {
        let element = json!({ "backendNodeId": node.element });
        let Some(shape) = self.try_cdp("DOM.getBoxModel", element).await else { return };
        let corner = |n: usize| shape["model"]["border"][n].as_f64().unwrap_or_default();
        let (x, y) = (f64::midpoint(corner(0), corner(4)), f64::midpoint(corner(1), corner(5)));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.cdp("Input.dispatchMouseEvent", event).await;
        }
    }

    /// Waits for a button whose name begins like this, and clicks on it.
    async fn click_named(&self, name: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let tree = self.tree().await;
            if let Some(button) = tree.buttons().find(|node| node.name.starts_with(name)) {
                return self.click_on(button).await;
            }
            assert!(Instant::now() < deadline, "there is no button {name:?}");
        }
    }
}

/// Plays from the home page to the end of a match, and returns how many moves were made.
async fn play_by_names(page: &Page, game: &str) -> usize {
    page.click_named(&format!("Play {game} against a bot")).await;
    let (mut moves, mut seed) = (0, 7_usize);
    for _ in 0..MAX_PRESSES {
        let tree = page.tree().await;
        if tree.is_over() {
            return moves;
        }
        if let Some(button) = tree.move_button() {
            page.click_on(button).await;
            moves += 1;
            // The button is idle as soon as it was pressed.
            continue;
        }
        let choices = tree.choices();
        if choices.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        page.click_on(choices[(seed >> 8) % choices.len()]).await;
    }
    panic!("{game} does not end within {MAX_PRESSES} presses");
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_by_accessible_names() {
    let site = Site::open();
    for (game, least) in [("Enchanted Lands", 8), ("In the Shadow of Atlas", 3)] {
        let page = site.visitor().await;
        let moves = play_by_names(&page, game).await;
        assert!(moves >= least, "{game}: {moves}");
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}
