//! Servers are killed at random moments. No acknowledged move is lost, no match is corrupted, and two answers to one
//! question never both count.
//!
//! `cargo xtask faults --kills 50` kills more often.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use atlas_core::Seat;
use futures_util::SinkExt;
use serde_json::Value;
use support::server::Server;
use support::strings;
use support::visits::{Scene, Visitor};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;
use visitors::{Guest, Seen};

/// A timeout that is longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The load token of the servers, because the players act faster than the rate limits allow.
const LOAD_TOKEN: &str = "a storm";

fn kills() -> u32 {
    std::env::var("ATLAS_KILLS").map_or(5, |number| number.parse().expect("ATLAS_KILLS is a number"))
}

/// A random number below `limit`.
fn below(limit: u64) -> u64 {
    getrandom::u64().expect("the system provides random bytes") % limit
}

/// An acknowledged move. The number of its entry is known to pages, but not to programs.
struct Acknowledged {
    table: String,
    number: Option<u64>,
    sentence: String,
}

/// Everything that must not be lost: the acknowledged moves, and for each table the highest entry number that was
/// shown.
#[derive(Default)]
struct Promises {
    acknowledged: Vec<Acknowledged>,
    shown: BTreeMap<String, u64>,
}

/// A run of a server process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    address: SocketAddr,
    /// The number of kills before this run.
    run: u32,
}

/// The state that all players share.
struct Storm {
    /// The running nodes; `None` for a node that is being killed.
    nodes: watch::Receiver<Vec<Option<Node>>>,
    promises: Mutex<Promises>,
    /// The number of acknowledged moves so far.
    count: watch::Sender<u64>,
    /// Whether the current matches are the last ones.
    ending: watch::Receiver<bool>,
}

/// The rematch of each match of a table; `None` after the last match.
type Rematches = AsyncMutex<BTreeMap<String, Option<String>>>;

/// The kind of a player's connection.
#[derive(Clone, Copy)]
enum Dialect {
    Page,
    Program,
}

/// A player who acts as soon as it is their turn, and reconnects when the connection is lost.
struct Player {
    storm: Arc<Storm>,
    rematches: Arc<Rematches>,
    cookie: String,
    dialect: Dialect,
    /// The index of the last node.
    at: usize,
}

impl Player {
    /// Plays match after match until the storm ends, and returns the paths of the tables.
    async fn play(mut self, first: String) -> Vec<String> {
        let mut tables = vec![first];
        while let Some(table) = tables.last() {
            self.play_match(table).await;
            match self.next_match(table).await {
                Some(next) => tables.push(next),
                None => break,
            }
        }
        tables
    }

    async fn play_match(&mut self, table: &str) {
        loop {
            let node = self.node().await;
            let visitor = self.visitor(node);
            let played = match self.dialect {
                Dialect::Page => self.play_as_page(&visitor, table).await,
                Dialect::Program => self.play_as_program(&visitor, table).await,
            };
            match played {
                Some(()) => return,
                None => self.lost(node, "the connection broke").await,
            }
        }
    }

    /// Plays until the match is over; returns `None` if the connection is lost before that.
    async fn play_as_page(&self, visitor: &Visitor, table: &str) -> Option<()> {
        let promised = self.storm.promises.lock().unwrap().shown.get(table).copied().unwrap_or(0);
        let mut line = visitor.open(&format!("{table}/live")).await.ok()?;
        let several = self.storm.nodes.borrow().len() > 1;
        let mut first = true;
        // At another node the first answer may be a duplicate: the answer before the kill was stored, and the node did
        // not know about it yet.
        let mut doubtful = several;
        // The answer that is not acknowledged yet, with the number that its entry will have.
        let mut sent: Option<(u64, String)> = None;
        loop {
            let message = line.next().await?;
            let Some(scene) = Scene::read(&message) else {
                if message["refused"].is_string() {
                    assert!(several && message["conflict"] == true, "{message} to {sent:?}");
                    sent = None;
                }
                continue;
            };
            if std::mem::take(&mut first) && !several {
                assert!(scene.seq >= promised, "entry {promised} of {table} was shown and is lost");
            }
            self.shown(table, scene.seq);
            if let Some((number, sentence)) = sent.take_if(|(number, _)| scene.seq >= *number)
                && !std::mem::take(&mut doubtful)
            {
                self.acknowledged(table, Some(number), sentence);
            }
            if scene.over {
                return Some(());
            }
            if sent.is_none() && !scene.legal.is_empty() {
                let choice = below(scene.legal.len() as u64) as usize;
                let sentence = scene.legal[choice].clone();
                line.act(&sentence, &scene).await?;
                sent = Some((scene.seq + 1, sentence));
            }
        }
    }

    /// The same with the protocol for programs.
    async fn play_as_program(&self, visitor: &Visitor, table: &str) -> Option<()> {
        let tokens = visitor.get(&format!("{table}/tokens")).await.ok()?;
        let tokens: Value = serde_json::from_str(&tokens.body).expect("tokens are JSON");
        let token = tokens["seats"][0]["token"].as_str().expect("the player has a seat");
        let mut line = visitor.open(&format!("{table}/seat?token={token}")).await.ok()?;
        let several = self.storm.nodes.borrow().len() > 1;
        let mut doubtful = several;
        // The answer that is not acknowledged yet, with the view that it answers.
        let mut sent: Option<(Value, String)> = None;
        loop {
            let message = line.next().await?;
            let kind = message["type"].as_str().expect("a message has a type");
            if kind == "refused" {
                assert!(several, "{message} to {sent:?}");
                sent = None;
            }
            if matches!(kind, "over" | "seen" | "turn")
                && let Some((_, sentence)) = sent.take_if(|(view, _)| message["view"] != *view)
                && !std::mem::take(&mut doubtful)
            {
                self.acknowledged(table, None, sentence);
            }
            match kind {
                "over" => return Some(()),
                "turn" if sent.is_none() => {
                    let legal = strings(&message["legal"]);
                    let sentence = legal[below(legal.len() as u64) as usize].clone();
                    line.0.send(tungstenite::Message::text(sentence.clone())).await.ok()?;
                    sent = Some((message["view"].clone(), sentence));
                }
                _ => {}
            }
        }
    }

    fn shown(&self, table: &str, seq: u64) {
        let mut promises = self.storm.promises.lock().unwrap();
        let shown = promises.shown.entry(table.to_owned()).or_default();
        *shown = seq.max(*shown);
    }

    fn acknowledged(&self, table: &str, number: Option<u64>, sentence: String) {
        let acknowledged = Acknowledged { table: table.to_owned(), number, sentence };
        self.storm.promises.lock().unwrap().acknowledged.push(acknowledged);
        self.storm.count.send_modify(|count| *count += 1);
    }

    /// The match after this one. The first player who asks decides whether there is one.
    async fn next_match(&mut self, table: &str) -> Option<String> {
        let rematches = Arc::clone(&self.rematches);
        let mut rematches = rematches.lock().await;
        if let Some(decided) = rematches.get(table) {
            return decided.clone();
        }
        let next = if *self.storm.ending.borrow() { None } else { Some(self.rematch(table).await) };
        rematches.insert(table.to_owned(), next.clone());
        next
    }

    async fn rematch(&mut self, table: &str) -> String {
        loop {
            let node = self.node().await;
            match self.visitor(node).post(&format!("{table}/rematch"), "").await {
                Ok(answer) if answer.status == 303 => return answer.header("location").to_owned(),
                answer => self.lost(node, &format!("{answer:?}")).await,
            }
        }
    }

    fn visitor(&self, node: Node) -> Visitor {
        Visitor { load_token: LOAD_TOKEN, ..Visitor::at(node.address, &self.cookie) }
    }

    /// A running node: the last one, or else the next.
    async fn node(&mut self) -> Node {
        let mut nodes = self.storm.nodes.clone();
        let any = nodes.wait_for(|nodes| nodes.iter().any(Option::is_some));
        let nodes = timeout(PATIENCE, any).await.expect("a node is started").expect("the channel is open");
        let mut order = (0..nodes.len()).map(|step| (self.at + step) % nodes.len());
        self.at = order.find(|at| nodes[*at].is_some()).expect("one node runs");
        nodes[self.at].expect("the node runs")
    }

    /// Handles a failed request. The node must have been killed.
    async fn lost(&self, node: Node, why: &str) {
        let mut nodes = self.storm.nodes.clone();
        let killed = nodes.wait_for(|nodes| !nodes.contains(&Some(node)));
        assert!(timeout(PATIENCE, killed).await.is_ok(), "{node:?} is running, but {why}");
    }
}

/// Plays at several tables, each with a page, a program and a bot that act as fast as they can, while the servers are
/// killed at random moments.
async fn storm(mut servers: Vec<Server>) {
    let begin = servers.iter().map(|server| Some(Node { address: server.address, run: 0 })).collect();
    let (nodes, watched) = watch::channel(begin);
    let (end, ending) = watch::channel(false);
    let (count, mut counted) = watch::channel(0);
    let storm = Arc::new(Storm { nodes: watched, promises: Mutex::default(), count, ending });
    let mut players = JoinSet::new();
    for (number, bot) in ["random", "greedy", "novice", "adept"].into_iter().enumerate() {
        let address = servers[number % servers.len()].address;
        let (ada, ben) = (Guest::arrive(address).await, Guest::arrive(address).await);
        let form = format!("word=ada&seats=me&seats={bot}&seats=open");
        let table = ada.sit_down("/tables/enchanted-lands", &form).await;
        ben.sit_down(&format!("{table}/sit"), "word=ben").await;
        let rematches = Arc::<Rematches>::default();
        for (at, guest, dialect) in [(0, ada, Dialect::Page), (1, ben, Dialect::Program)] {
            let (storm, rematches, cookie) = (Arc::clone(&storm), Arc::clone(&rematches), guest.cookie);
            players.spawn(Player { storm, rematches, cookie, dialect, at }.play(table.clone()));
        }
    }
    for run in 1..=kills() {
        let goal = *counted.borrow() + 1 + below(100);
        tokio::select! {
            reached = timeout(PATIENCE, counted.wait_for(|count| *count >= goal)) => {
                reached.expect("the players keep playing").expect("the channel is open");
            }
            Some(ended) = players.join_next() => panic!("a player has ended: {:?}", ended.err()),
        }
        // A random delay, so that the kill does not always follow an acknowledgement.
        tokio::time::sleep(Duration::from_micros(below(5000))).await;
        let victim = below(servers.len() as u64) as usize;
        let server = &mut servers[victim];
        nodes.send_modify(|nodes| nodes[victim] = None);
        tokio::task::block_in_place(|| {
            server.kill();
            server.start_again();
        });
        nodes.send_modify(|nodes| nodes[victim] = Some(Node { address: server.address, run }));
    }
    end.send_replace(true);
    let mut tables = BTreeSet::new();
    for played in timeout(PATIENCE, players.join_all()).await.expect("the last matches end") {
        tables.extend(played);
    }
    let address = servers[0].address;
    let promises = std::mem::take(&mut *storm.promises.lock().unwrap());
    check(&promises, &tables, address).await;
}

/// Asserts that every match has ended with a genuine record, and that nothing was lost.
async fn check(promises: &Promises, tables: &BTreeSet<String>, address: SocketAddr) {
    let guest = Guest::arrive(address).await;
    let mut records = BTreeMap::new();
    for table in tables {
        let file = guest.get(&format!("{table}/record")).await;
        let log = atlas_catalog::replay(&file.body).unwrap_or_else(|refusal| panic!("{table}: {refusal}"));
        assert!(log.outcome().is_some(), "{table} is over");
        let shown = promises.shown.get(table).copied().unwrap_or(0);
        assert!(log.records().len() as u64 >= shown, "{table} has all entries that were shown");
        records.insert(table, log.records().to_vec());
    }
    for Acknowledged { table, number, sentence } in &promises.acknowledged {
        let kept = records[table].iter().any(|entry| {
            entry.kind == "act" && entry.text == *sentence && number.is_none_or(|number| number == entry.seq)
        });
        assert!(kept, "{sentence} as entry {number:?} of {table} was acknowledged and is lost");
    }
    eprintln!("{} matches, {} acknowledged moves", tables.len(), promises.acknowledged.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    storm(vec![Server::start(data.path(), &["--load-token", LOAD_TOKEN])]).await;
}

/// For a whole match, two tabs of one player answer every question at the same time.
async fn two_answers(first: SocketAddr, second: SocketAddr) {
    let guest = Guest::arrive(first).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let mut tabs =
        [guest.watch(&table).await, Guest { address: second, ..guest.clone() }.watch(&table).await];
    let mut winners = Vec::new();
    loop {
        for tab in &mut tabs {
            tab.my_turn().await;
        }
        let newest = tabs.iter().map(Seen::seq).max().unwrap();
        for tab in &mut tabs {
            while tab.seq() < newest {
                tab.next_scene().await;
            }
        }
        if tabs[0].is_over() {
            break;
        }
        let legal = tabs[0].legal();
        let sentences = [legal.first().unwrap().clone(), legal.last().unwrap().clone()];
        let [one, two] = &mut tabs;
        tokio::join!(one.act(&sentences[0]), two.act(&sentences[1]));
        let mut refused = None;
        // Both tabs receive the new entry, and one of them a refusal.
        while refused.is_none() || tabs.iter().any(|tab| tab.seq() <= newest) {
            let [one, two] = &mut tabs;
            let (tab, message) = tokio::select! {
                message = one.next() => (0, message),
                message = two.next() => (1, message),
            };
            if message["refused"].is_string() {
                assert_eq!(message["conflict"], true, "{message}");
                assert_eq!(refused.replace(tab), None, "only one is refused");
            }
        }
        let winner = 1 - refused.expect("one was refused");
        winners.push((newest as usize, sentences[winner].clone()));
    }
    let record = guest.get(&format!("{table}/record")).await;
    let log = atlas_catalog::replay(&record.body).unwrap();
    for (number, sentence) in &winners {
        assert_eq!(log.records()[*number].text, *sentence);
    }
    let own = log.records().iter().filter(|entry| entry.seat == Some(Seat(0)));
    assert_eq!(own.count(), winners.len(), "the record has no second answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_two_answers_to_one_question_counts() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    two_answers(server.address, server.address).await;
}

/// Checks that a database contains nothing half-done, as it is right after a kill.
fn check_nothing_half_done(database: &std::path::Path) {
    let database = rusqlite::Connection::open(database).unwrap();
    let count = |what: &str, sql: &str| {
        let rows: i64 = database.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 0, "{what}");
    };
    count(
        "tables that are full and have not begun",
        "SELECT COUNT(*) FROM matches WHERE header IS NULL AND ended IS NULL \
         AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = id AND kind = 'open')",
    );
    count(
        "matches that have begun with open seats",
        "SELECT COUNT(*) FROM matches JOIN seats ON match_id = id WHERE header IS NOT NULL AND kind = 'open'",
    );
    count(
        "matches without all of their seats",
        "SELECT COUNT(*) FROM matches WHERE (SELECT COUNT(*) FROM seats WHERE match_id = id) <> 2",
    );
    count(
        "rematches that do not exist",
        "SELECT COUNT(*) FROM matches AS m WHERE rematch IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM matches WHERE id = m.rematch)",
    );
    count(
        "players who left without a bot in their place",
        "SELECT COUNT(*) FROM entries AS e JOIN matches ON id = match_id WHERE kind = 'leave' AND ended IS NULL \
         AND NOT EXISTS (SELECT 1 FROM entries WHERE match_id = e.match_id AND seq = e.seq + 1 AND kind = 'given')",
    );
}

/// People open tables, sit down, resign, come back and ask for rematches, until the server is killed. `rounds` counts
/// how often they have done all of it.
async fn come_and_go(server: SocketAddr, rounds: watch::Sender<u64>) -> std::io::Result<()> {
    let arrive =
        async || Ok::<_, std::io::Error>(Visitor { load_token: LOAD_TOKEN, ..Visitor::at(server, "") });
    let guest = async |visitor: Visitor| {
        let answer = visitor.get("/").await?;
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        Ok::<_, std::io::Error>(Visitor { cookie, ..visitor })
    };
    let (ada, ben) = (guest(arrive().await?).await?, guest(arrive().await?).await?);
    loop {
        let opened = ada.post("/tables/enchanted-lands", "seats=me&seats=open&option-first=0").await?;
        let table = opened.header("location").to_owned();
        // Both sit down at the same moment, but Ada has a seat already.
        let sit = format!("{table}/sit");
        let (one, two) = tokio::join!(ada.post(&sit, "word=a"), ben.post(&sit, "word=b"));
        one.and(two)?;
        let lost = |_| std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        let mut line = ada.open(&format!("{table}/live")).await.map_err(lost)?;
        let requests = ["{\"bot\":{\"seat\":0}}", "{\"return\":{}}", "{\"resign\":{}}"];
        for request in requests {
            let request = serde_json::from_str(request).expect("it is JSON");
            line.send(&request).await.ok_or(std::io::ErrorKind::ConnectionReset)?;
        }
        let aborted = ben.post("/tables/enchanted-lands", "seats=me&seats=greedy").await?;
        let aborted = aborted.header("location").to_owned();
        let mut line = ben.open(&format!("{aborted}/live")).await.map_err(lost)?;
        let abort = serde_json::json!({ "abort": {} });
        line.send(&abort).await.ok_or(std::io::ErrorKind::ConnectionReset)?;
        // A rematch is refused until the match has ended, and the abort goes over another connection.
        while ben.post(&format!("{aborted}/rematch"), "").await?.status != 303 {}
        rounds.send_modify(|rounds| *rounds += 1);
    }
}

/// Whatever the server is doing when it is killed, it is done wholly or not at all.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_half_done_when_the_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &["--load-token", LOAD_TOKEN]);
    for _ in 0..2 * kills() {
        let (rounds, mut counted) = watch::channel(0);
        let mut guests = JoinSet::new();
        for _ in 0..6 {
            guests.spawn(come_and_go(server.address, rounds.clone()));
        }
        let goal = 1 + below(12);
        timeout(PATIENCE, counted.wait_for(|rounds| *rounds >= goal)).await.expect("they go on").unwrap();
        tokio::time::sleep(Duration::from_micros(below(50_000))).await;
        server.kill();
        while let Some(ended) = guests.join_next().await {
            assert!(ended.unwrap().is_err(), "only the kill ends them");
        }
        check_nothing_half_done(&data.path().join("atlas.db"));
        server.start_again();
    }
    let database = rusqlite::Connection::open(data.path().join("atlas.db")).unwrap();
    for sql in [
        "SELECT COUNT(*) FROM matches WHERE header IS NOT NULL AND rematch IS NULL",
        "SELECT COUNT(*) FROM matches WHERE rematch IS NOT NULL",
        "SELECT COUNT(*) FROM entries WHERE kind = 'leave'",
    ] {
        let rows: i64 = database.query_row(sql, [], |row| row.get(0)).unwrap();
        assert!(rows > 0, "{sql}");
    }
}

/// A table that an older version left full and not begun begins when the server starts.
#[tokio::test(flavor = "multi_thread")]
async fn what_older_versions_left_half_done_is_repaired() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let (ada, ben) = (Guest::arrive(server.address).await, Guest::arrive(server.address).await);
    let table = ada.sit_down("/tables/enchanted-lands", "word=a&seats=me&seats=open&option-first=0").await;
    ben.sit_down(&format!("{table}/sit"), "word=b").await;
    server.kill();
    let database = rusqlite::Connection::open(data.path().join("atlas.db")).unwrap();
    assert_eq!(database.execute("UPDATE matches SET header = NULL", []).unwrap(), 1);
    server.start_again();
    let begun = async {
        loop {
            let headers: i64 = database
                .query_row("SELECT COUNT(*) FROM matches WHERE header IS NOT NULL", [], |row| row.get(0))
                .unwrap();
            if headers == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, begun).await.expect("the match begins without anybody looking at it");
    let mut seen = ada.watch(&table).await;
    seen.my_turn().await;
}

/// With PostgreSQL, several nodes can serve the same tables.
#[cfg(feature = "external")]
mod nodes {
    use std::path::Path;

    use super::*;
    use support::postgres::Postgres;

    /// Two nodes with the same key, so that both accept the same guests.
    fn two_nodes(data: &Path, postgres: &Postgres) -> Vec<Server> {
        let url = postgres.url();
        let args = ["--database", &url, "--bot-limit", "300", "--load-token", LOAD_TOKEN];
        (0..2).map(|_| Server::start(data, &args)).collect()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
        let (data, postgres) = (tempfile::tempdir().unwrap(), Postgres::start());
        let args = ["--database", &postgres.url(), "--load-token", LOAD_TOKEN];
        storm(vec![Server::start(data.path(), &args)]).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_acknowledged_move_is_lost_when_either_node_is_killed() {
        let (data, postgres) = (tempfile::tempdir().unwrap(), Postgres::start());
        storm(two_nodes(data.path(), &postgres)).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn only_one_of_two_answers_at_two_nodes_counts() {
        let (data, postgres) = (tempfile::tempdir().unwrap(), Postgres::start());
        let nodes = two_nodes(data.path(), &postgres);
        two_answers(nodes[0].address, nodes[1].address).await;
    }

    /// Ada's node is killed when its bot is about to act. The bot of the other node acts instead, Ben's connection is
    /// not affected, and Ada continues at Ben's node.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_match_continues_when_one_of_its_nodes_is_killed() {
        let (data, postgres) = (tempfile::tempdir().unwrap(), Postgres::start());
        let url = postgres.url();
        // The bot at the first node would act only after a minute.
        let mut first =
            Server::start(data.path(), &["--database", &url, "--bot-limit", "300", "--pace", "60000"]);
        let second = Server::start(data.path(), &["--database", &url, "--bot-limit", "300"]);
        let ada = Guest::arrive(first.address).await;
        let ben = Guest { address: second.address, ..Guest::arrive(first.address).await };
        let table = ada.sit_down("/tables/enchanted-lands", "word=a&seats=me&seats=novice&seats=open").await;
        ben.sit_down(&format!("{table}/sit"), "word=b").await;
        let (mut a, mut b) = (ada.watch(&table).await, ben.watch(&table).await);
        // Play up to Ada's move. The bot acts after her.
        while a.legal().is_empty() {
            tokio::select! {
                () = a.my_turn() => {}
                () = b.my_turn() => {
                    let sentence = b.legal().swap_remove(0);
                    b.act(&sentence).await;
                    b.next_scene().await;
                }
            }
        }
        let sentence = a.legal().swap_remove(0);
        a.act(&sentence).await;
        a.next_scene().await;
        let acknowledged = a.seq();
        first.kill();
        // Ben's node learns of the move by a notification, or by its regular check.
        while b.seq() < acknowledged {
            b.next_scene().await;
        }
        let play = async |cookie: &str| {
            let line = Visitor::at(second.address, cookie).open(&format!("{table}/live")).await;
            let mut line = line.expect("the node runs");
            line.play_out().await.expect("the node runs");
        };
        tokio::join!(play(&ada.cookie), play(&ben.cookie));
        let record = ben.get(&format!("{table}/record")).await;
        let log = atlas_catalog::replay(&record.body).unwrap();
        assert_eq!(log.records()[acknowledged as usize].seat, Some(Seat(1)), "the bot acted next");
    }

    /// A failure of the database is not a refusal: clients are told to try again, and succeed when it is back.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_failure_of_the_database_is_temporary() {
        let (data, postgres) = (tempfile::tempdir().unwrap(), Postgres::start());
        let server = Server::start(data.path(), &["--database", &postgres.url()]);
        let ada = Guest::arrive(server.address).await;
        let form = "word=a&seats=me&seats=greedy&option-first=0";
        let table = ada.sit_down("/tables/enchanted-lands", form).await;
        let mut seen = ada.watch(&table).await;
        seen.my_turn().await;
        assert_eq!(ada.get("/readyz").await.status, 200);
        postgres.stop();
        let sentence = seen.legal()[0].clone();
        seen.act(&sentence).await;
        let message = seen.next().await;
        assert!(message["retry"].as_str().is_some_and(|why| why.contains("Try again")), "{message}");
        let failed = ada.post("/tables/enchanted-lands", form).await;
        assert_eq!((failed.status, failed.header("retry-after").as_str()), (503, "2"));
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(ada.get("/readyz").await.status, 503);
        postgres.restart();
        loop {
            seen.act(&sentence).await;
            if seen.next().await.get("retry").is_none() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        while seen.seq() < 2 {
            seen.next_scene().await;
        }
        // The database is asked at most once a second.
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(ada.get("/readyz").await.status, 200);
    }
}
