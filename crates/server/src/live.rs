//! A table that people are connected to: a cache of the log, and what each of them sees of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use atlas_bots::table::Advice;
use atlas_catalog::{GameEntry, GameTable};
use atlas_core::log::Record;
use atlas_core::play::{Secrecy, TakeBack};
use atlas_core::{Code, Control, Entry, Log, News, Question, Refusal, Rule, Seat, Seats, Text, Viewer, text};
use atlas_protocol::seat::Message as Told;
use maud::Markup;
use serde_json::Value;
use tokio::sync::{Mutex, watch};

use crate::store::{Holder, MatchRow, Said, SeatRow, Words};

/// A table, as this process knows it.
pub struct Live {
    /// Its name in addresses.
    pub id: String,
    /// The game.
    pub game: &'static GameEntry,
    pub(crate) inner: Mutex<Inner>,
    /// The version of what is known; whoever is connected waits for the next.
    pub(crate) changed: watch::Sender<u64>,
    pub(crate) bot_awake: AtomicBool,
}

/// What changes at a table.
pub(crate) struct Inner {
    pub(crate) row: MatchRow,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) names: Vec<String>,
    /// The match, once everyone sits.
    pub(crate) table: Option<Box<dyn GameTable>>,
    /// When the last entry was stored.
    pub(crate) latest: i64,
    pub(crate) talk: Vec<Said>,
    /// What has been drawn of the present version, so that each view is drawn once.
    pub(crate) drawn: HashMap<Look, Arc<str>>,
}

/// Everything that a page depends on besides the table itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// Through whose eyes.
    pub own: Option<Seat>,
    /// The seats of the person who looks; several at a shared screen.
    pub seats: Seats,
    /// The last entry that the page has told of.
    pub told: u64,
    /// Whether the person wants the guide.
    pub guide: bool,
    /// The seats of those whom the person has muted.
    pub muted: Seats,
    /// What links begin with.
    pub base: Arc<str>,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Live({})", self.id)
    }
}

/// A table at one moment, through one pair of eyes: all that a page is drawn from.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table's name in addresses.
    pub id: String,
    /// The game.
    pub game: &'static GameEntry,
    /// How many entries there are.
    pub seq: u64,
    /// Who has each seat.
    pub holders: Vec<Holder>,
    /// What the seats are called.
    pub names: Vec<String>,
    /// The seats that a bot plays for somebody.
    pub stand_ins: Seats,
    /// Through whose eyes, and for whom.
    pub look: Look,
    /// The commitment to the secret.
    pub commitment: String,
    /// What is seen of the match; nothing while seats are open.
    pub play: Option<Play>,
    /// Whether it was called off.
    pub aborted: bool,
    /// The match that follows.
    pub rematch: Option<String>,
}

/// What is seen of a match.
#[derive(Clone, Debug)]
pub struct Play {
    /// The board, drawn.
    pub board: Option<Markup>,
    /// The table as text.
    pub text: String,
    /// The next lesson for a newcomer, if the viewer wants the guide.
    pub guide: Option<Markup>,
    /// Who may act.
    pub acting: Seats,
    /// What the viewer is asked.
    pub question: Option<Question>,
    /// What the viewer may do.
    pub legal: Vec<String>,
    /// Whether any person has acted.
    pub begun: bool,
    /// Whether the viewer may take something back, if they play.
    pub take_back: Option<TakeBack>,
    /// What is asked about taking back, if anything.
    pub request: Option<Request>,
    /// The seats whose players have left for good.
    pub gone: Seats,
    /// The result, once it is over.
    pub result: Option<Value>,
}

/// Somebody wants to take something back, and not everyone has agreed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who asked.
    pub from: Seats,
    /// Who agrees, those included who asked.
    pub agreed: Seats,
    /// The last entry that would still stand.
    pub to: u64,
}

/// A table as it is sent to a page.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The version of what is known.
    pub version: u64,
    /// How many entries there are.
    pub head: u64,
    /// The message.
    pub text: Arc<str>,
}

/// A line of the story of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What happened.
    pub text: Text,
    /// The rule it follows from.
    pub rule: Option<Rule>,
}

impl Inner {
    /// What is known of a match that has not been read yet.
    pub(crate) fn new(row: MatchRow) -> Inner {
        Inner {
            latest: row.created,
            row,
            seats: Vec::new(),
            names: Vec::new(),
            table: None,
            talk: Vec::new(),
            drawn: HashMap::new(),
        }
    }

    pub(crate) fn head(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.records().len() as u64)
    }

    /// The match, if it has begun.
    pub(crate) fn table(&self) -> Result<&dyn GameTable, Refusal> {
        if self.row.aborted.is_some() {
            return Err(Refusal::new(Code::Over, "The match was aborted."));
        }
        let not_begun = || Refusal::new(Code::Request, "The match has not begun: there are open seats.");
        self.table.as_deref().ok_or_else(not_begun)
    }

    /// The seats that a person has.
    pub(crate) fn seats_of(&self, person: &str) -> Seats {
        let own = |row: &SeatRow| matches!(&row.holder, Holder::Person(id) if id == person);
        self.seats_where(|_, row| own(row))
    }

    pub(crate) fn seats_where(&self, is: impl Fn(Seat, &SeatRow) -> bool) -> Seats {
        let all = Seat::all(self.seats.len() as u8).zip(&self.seats);
        all.filter(|(seat, row)| is(*seat, row)).fold(Seats::NONE, |seats, (seat, _)| seats.with(seat))
    }

    /// The level of the bot that plays for the person who has this seat, if one does.
    pub(crate) fn stand_in(&self, seat: Seat) -> Option<String> {
        let given = |record: &&Record| record.kind == "given" && record.seat == Some(seat);
        match self.table.as_ref()?.records().iter().rev().find(given)?.entry() {
            Ok(Entry::Given { to: Control::Bot(level), .. }) => Some(level),
            _ => None,
        }
    }

    /// The level of the bot that acts in this seat, if one does.
    pub(crate) fn bot_in(&self, seat: Seat) -> Option<String> {
        match &self.seats.get(seat.index())?.holder {
            Holder::Bot(level) => Some(level.clone()),
            _ => self.stand_in(seat),
        }
    }

    /// Whether it is a bot's turn.
    pub(crate) fn awaits_bot(&self) -> bool {
        self.table().is_ok_and(|table| table.acting().iter().any(|seat| self.bot_in(seat).is_some()))
    }

    /// The seats at which a person decides.
    pub(crate) fn played_by_people(&self) -> Seats {
        let person = |row: &SeatRow| matches!(row.holder, Holder::Person(_));
        self.seats_where(|seat, row| person(row) && self.stand_in(seat).is_none())
    }

    /// The request about taking back that is open now: it was made at the present entry and not declined.
    pub(crate) fn request(&self) -> Option<Request> {
        let now = self.head();
        let mut open: Option<Request> = None;
        for said in &self.talk {
            let seats = self.seats_of(&said.person);
            match (&said.words, &mut open) {
                (Words::Back { head, to }, None) if *head == now => {
                    open = Some(Request { from: seats, agreed: seats, to: *to });
                }
                (Words::Back { head, to }, Some(request)) if *head == now && *to == request.to => {
                    request.agreed = request.agreed.iter().chain(seats.iter()).collect();
                }
                (Words::Keep { head }, _) if *head == now => open = None,
                _ => {}
            }
        }
        open
    }

    /// The story of the match for a viewer, a list of lines for each entry that stands. A taken-back entry
    /// tells nothing any more; that it was taken back is told where it happened.
    pub(crate) fn story(&self, game: &GameEntry, viewer: Viewer) -> Vec<Line> {
        let (Some(table), Some(header)) = (&self.table, &self.row.header) else { return Vec::new() };
        let Ok(mut again) = (game.begin)(header, self.row.secret) else { return Vec::new() };
        let mut story: Vec<(u64, Line)> = Vec::new();
        for record in table.records() {
            if let Ok(Entry::Undo { to }) = record.entry() {
                story.retain(|(seq, _)| *seq <= to);
            }
            if again.append_record(record).is_err() {
                break;
            }
            story.extend(lines(&*again, record, viewer).into_iter().map(|line| (record.seq, line)));
        }
        story.into_iter().map(|(_, line)| line).collect()
    }

    /// What a viewer was told of the entries after number `after`.
    fn news_since(&self, game: &GameEntry, viewer: Viewer, after: u64) -> Vec<News> {
        let (Some(table), Some(header)) = (&self.table, &self.row.header) else { return Vec::new() };
        let Ok(mut again) = (game.begin)(header, self.row.secret) else { return Vec::new() };
        let mut news = Vec::new();
        for record in table.records() {
            if again.append_record(record).is_err() {
                break;
            }
            if record.seq > after {
                news.extend(again.news(viewer));
            }
        }
        news
    }

    /// What a page is told when it knows the entries up to `told`: the lines to add, or all of them if the
    /// page must start anew.
    pub(crate) fn news(&self, game: &GameEntry, viewer: Viewer, told: u64) -> (u64, Vec<Line>) {
        let Some(table) = &self.table else { return (0, Vec::new()) };
        let head = self.head();
        if told == head {
            return (told, Vec::new());
        }
        match table.records().last() {
            Some(last) if told + 1 == head && last.kind != "undo" => (told, lines(&**table, last, viewer)),
            _ => (0, self.story(game, viewer)),
        }
    }
}

/// What a viewer is told of the last entry of a match.
fn lines(table: &dyn GameTable, last: &Record, viewer: Viewer) -> Vec<Line> {
    let plain = |text: Text| Line { text, rule: None };
    let mut lines: Vec<Line> = table
        .news(viewer)
        .into_iter()
        .map(|news| Line { text: news.told.text, rule: Some(news.rule) })
        .collect();
    match last.entry() {
        Ok(Entry::Undo { .. }) => lines.push(plain(text!["The last move was taken back."])),
        Ok(Entry::Given { seat, to: Control::Player }) => lines.push(plain(text![seat, " is back."])),
        Ok(Entry::Given { seat, to: Control::Bot(level) }) => {
            lines.push(plain(text!["A bot (", level, ") plays for ", seat, "."]));
        }
        Ok(Entry::Leave { seat }) => lines.push(plain(text![seat, " has left."])),
        Ok(Entry::Time { seat }) => lines.push(plain(text![seat, " has run out of time."])),
        Ok(Entry::Act { .. }) | Err(_) => {}
    }
    lines
}

/// What a person with these seats sees through: their only one, or nobody's until they tap.
pub fn eyes(seats: Seats) -> Option<Seat> {
    seats.first().filter(|_| seats.len() == 1)
}

impl Live {
    pub(crate) fn new(game: &'static GameEntry, inner: Inner) -> Live {
        Live {
            id: inner.row.id.clone(),
            game,
            inner: Mutex::new(inner),
            changed: watch::Sender::new(0),
            bot_awake: AtomicBool::new(false),
        }
    }

    /// Hears of every change from now on.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells everyone that something has changed. What is known is held meanwhile, so that nobody sees the
    /// change before its version.
    pub(crate) fn tell(&self, _inner: &Inner) {
        self.changed.send_modify(|version| *version += 1);
    }

    /// The seats that a person has.
    pub async fn seats_of(&self, person: &str) -> Seats {
        self.inner.lock().await.seats_of(person)
    }

    /// Why no legal sentence of a seat goes on from these words, if so.
    pub async fn explain(&self, seat: Seat, words: &str) -> Result<(), Refusal> {
        self.inner.lock().await.table()?.explain(seat, words)
    }

    /// What a bot would do in this seat.
    pub async fn hint(&self, seat: Seat) -> Result<Advice, Refusal> {
        let table = self.inner.lock().await.table()?.fork();
        let level = atlas_bots::Level::named("adept").expect("there is an adept");
        tokio::task::spawn_blocking(move || table.advise(seat, level, None, 1, 0))
            .await
            .map_err(|_| Refusal::new(Code::Request, "The bot found no move."))?
    }

    /// The record of the match with its secret, once it is over.
    pub async fn record(&self) -> Option<Log> {
        let inner = self.inner.lock().await;
        let table = inner.table.as_ref().filter(|table| table.outcome().is_some())?;
        Some(table.log(Secrecy::Revealed))
    }

    /// Whether this seat may act.
    pub async fn is_to_act(&self, seat: Option<Seat>) -> bool {
        let inner = self.inner.lock().await;
        inner.table().is_ok_and(|table| seat.is_some_and(|seat| table.acting().contains(seat)))
    }

    /// The person who has a seat.
    pub async fn person_in(&self, seat: Seat) -> Option<String> {
        match &self.inner.lock().await.seats.get(seat.index())?.holder {
            Holder::Person(person) => Some(person.clone()),
            _ => None,
        }
    }

    /// The seats that any of these people have.
    pub async fn seats_among(&self, people: &[String]) -> Seats {
        let inner = self.inner.lock().await;
        inner.seats_where(|_, row| matches!(&row.holder, Holder::Person(id) if people.contains(id)))
    }

    /// Whether it is a person's turn.
    pub async fn is_turn_of(&self, person: &str) -> bool {
        let inner = self.inner.lock().await;
        let own = inner.seats_of(person);
        let to_act = |seat| own.contains(seat) && inner.stand_in(seat).is_none();
        inner.table().is_ok_and(|table| table.acting().iter().any(to_act))
    }

    /// The next message to a program in a seat that knows the entries up to `told` and was asked the question `asked`:
    /// the number of entries, and the message, if there is one. A question is asked once.
    pub(crate) async fn told(
        &self,
        seat: Seat,
        told: Option<u64>,
        asked: Option<u64>,
    ) -> (Option<u64>, Option<Told>) {
        let inner = self.inner.lock().await;
        let Ok(table) = inner.table() else { return (None, None) };
        let head = inner.head();
        if told == Some(head) {
            return (told, None);
        }
        if table.outcome().is_some() {
            return (Some(head), Some(Told::Over { result: table.result() }));
        }
        let viewer = Viewer::Seat(seat);
        let news = match told {
            Some(told) if told + 1 == head => table.news(viewer),
            Some(told) => inner.news_since(self.game, viewer, told),
            None => Vec::new(),
        };
        let view = table.view_json(viewer);
        let question = table.question(seat).filter(|_| inner.stand_in(seat).is_none());
        let message = match question {
            Some(question) if asked != Some(question.id) => {
                Told::Turn { seat, question: question.clone(), view, news, legal: table.legal(seat) }
            }
            _ => Told::Seen { seat, view, news },
        };
        (Some(head), Some(message))
    }

    /// The names of the seats.
    pub async fn names(&self) -> Vec<String> {
        self.inner.lock().await.names.clone()
    }

    /// The names of those who sit already, and how many seats are open.
    pub async fn sitting(&self) -> (Vec<String>, usize) {
        let inner = self.inner.lock().await;
        let taken = inner.seats.iter().zip(&inner.names).filter(|(seat, _)| seat.holder != Holder::Open);
        let names: Vec<String> = taken.map(|(_, name)| name.clone()).collect();
        let open = inner.seats.len() - names.len();
        (names, open)
    }

    /// The table as a person sees it who looks like this.
    pub async fn scene(&self, look: &Look) -> Scene {
        self.inner.lock().await.scene(self, look)
    }

    /// The lines that a viewer has been told since the start.
    pub async fn story(&self, own: Option<Seat>) -> Vec<Line> {
        self.inner.lock().await.story(self.game, own.map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// What is drawn of the present version for this look: by `draw`, unless it was drawn before.
    pub async fn drawn(&self, look: &Look, draw: impl FnOnce(&Scene, u64, &[Line]) -> String) -> Drawn {
        let mut inner = self.inner.lock().await;
        let (version, head) = (*self.changed.borrow(), inner.head());
        if let Some(text) = inner.drawn.get(look) {
            return Drawn { version, head, text: Arc::clone(text) };
        }
        let scene = inner.scene(self, look);
        let viewer = look.own.map_or(Viewer::Spectator, Viewer::Seat);
        let (from, lines) = inner.news(self.game, viewer, look.told);
        let text: Arc<str> = draw(&scene, from, &lines).into();
        inner.drawn.insert(look.clone(), Arc::clone(&text));
        Drawn { version, head, text }
    }

    /// What was said after number `after`, with the seats of those who said it, but by nobody of `muted`.
    pub async fn talk(&self, after: u64, muted: &[String]) -> (u64, Vec<(Seats, String, String)>) {
        let inner = self.inner.lock().await;
        let last = inner.talk.last().map_or(0, |said| said.n);
        let chat = inner.talk.iter().filter(|said| said.n > after && !muted.contains(&said.person));
        let lines = chat.filter_map(|said| match &said.words {
            Words::Chat(text) => Some((inner.seats_of(&said.person), said.person.clone(), text.clone())),
            _ => None,
        });
        (last, lines.collect())
    }
}

impl Inner {
    fn scene(&self, live: &Live, look: &Look) -> Scene {
        let play = self.table.as_ref().map(|table| self.play(&**table, look));
        Scene {
            id: live.id.clone(),
            game: live.game,
            seq: self.head(),
            holders: self.seats.iter().map(|seat| seat.holder.clone()).collect(),
            names: self.names.clone(),
            stand_ins: self.seats_where(|seat, row| {
                matches!(row.holder, Holder::Person(_)) && self.stand_in(seat).is_some()
            }),
            look: look.clone(),
            commitment: self.row.secret.commitment().to_string(),
            play,
            aborted: self.row.aborted.is_some(),
            rematch: self.row.rematch.clone(),
        }
    }

    fn play(&self, table: &dyn GameTable, look: &Look) -> Play {
        let over = table.outcome().is_some();
        let viewer = match look.own {
            _ if over => Viewer::Everything,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        };
        // While a bot plays for them, a person watches their own hand.
        let deciding = look.own.filter(|seat| self.stand_in(*seat).is_none() && self.row.aborted.is_none());
        let acts = |seats: Seats| {
            let of = move |record: &&Record| {
                record.kind == "act" && record.seat.is_some_and(|seat| seats.contains(seat))
            };
            table.records().iter().filter(of).count()
        };
        let people = self.seats_where(|_, row| matches!(row.holder, Holder::Person(_)));
        Play {
            board: table.board(viewer, look.own, &self.names),
            text: table.text(viewer, &self.names, Seat(0).number()),
            guide: look
                .own
                .filter(|_| look.guide && !over)
                .and_then(|seat| table.guide(seat, &self.names, acts(Seats::one(seat)))),
            acting: table.acting(),
            question: deciding.and_then(|seat| table.question(seat)).cloned(),
            legal: deciding.map_or_else(Vec::new, |seat| table.legal(seat)),
            begun: acts(people) > 0,
            take_back: deciding.filter(|_| !over).map(|seat| table.take_back(seat)),
            request: self.request(),
            gone: table.gone(),
            result: over.then(|| table.result()),
        }
    }
}

/// A finished match at one entry, for the replay.
pub struct Moment {
    /// The match as it was after that entry.
    pub table: Box<dyn GameTable>,
    /// What was told of that entry.
    pub lines: Vec<Line>,
    /// How many entries there are in all.
    pub of: u64,
}

impl Live {
    /// A finished match as it was after `at` entries, as a viewer saw it; nothing if it is not over.
    pub async fn moment(&self, at: u64, viewer: Viewer) -> Option<Moment> {
        let log = self.record().await?;
        let mut table = (self.game.begin)(&log.header, log.reveal.as_ref()?.secret).ok()?;
        let of = log.records.len() as u64;
        let mut told = Vec::new();
        for record in &log.records[..at.min(of) as usize] {
            table.append_record(record).ok()?;
            told = lines(&*table, record, viewer);
        }
        Some(Moment { table, lines: told, of })
    }
}
