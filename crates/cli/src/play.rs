//! `atlas play`: a game in the terminal.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal};

use atlas_bots::Level;
use atlas_catalog::GameTable;
use atlas_core::play::{Secrecy, TakeBack};
use atlas_core::{Entry, Refusal, Seat, Seats, Viewer};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor, Helper, Highlighter, Hinter, Validator};

use crate::files::NewFile;
use crate::people::{Person, options, seed, with_names};
use crate::{Done, args, print, rules};

const COMMANDS_HELP: &str = "\
If only one move is legal, it is played for you, unless you start with --ask-all. Commands:
  legal          list the legal moves
  why MOVE       show whether a move is legal, and why not
  rules ID       show a rule; `rules` alone lists the rule books
  hint           show what a bot would play
  board          show the table again
  log            show what has happened so far
  seat N         let another seat act first, if several may act
  undo           take back your last move, if that is allowed
  concede        give up; the others go on
  quit           leave the game
";

const COMMANDS: [&str; 10] =
    ["board", "concede", "help", "hint", "legal", "log", "quit", "rules", "seat", "undo"];

pub(crate) fn play(args: &args::Play) -> Done {
    let people: Vec<Person> = args.seats.iter().map(|word| Person::read(word)).collect::<Result<_, _>>()?;
    let entry = atlas_catalog::find(&args.game).map_err(|refusal| refusal.to_string())?;
    let save = args.save.as_ref().map(|path| NewFile::create(path, false)).transpose()?;
    let seats = u8::try_from(people.len()).unwrap_or(u8::MAX);
    let seed = seed(args.seed.as_deref())?;
    let table = (entry.start)(&options(args.options.as_deref())?, seats, seed.into(), Vec::new())
        .map_err(|refusal| refusal.to_string())?;
    let mut session = Session {
        names: names(&people),
        people,
        table,
        history: Vec::new(),
        shown_to: None,
        ask_all: args.ask_all,
    };
    session.welcome()?;
    session.play()?;
    session.close()?;
    if let (Some(file), Some(path)) = (save, &args.save) {
        file.finish(&session.table.log(Secrecy::Revealed).to_text())?;
        print(&format!("The match is saved in {}.\n", path.display()))?;
    }
    Ok(())
}

fn names(people: &[Person]) -> Vec<String> {
    let humans = people.iter().filter(|person| **person == Person::Human).count();
    let name = |person: &Person| match person {
        Person::Human if humans == 1 => "you".to_owned(),
        person => person.name().to_owned(),
    };
    people.iter().map(name).collect()
}

/// One match in the terminal.
struct Session {
    table: Box<dyn GameTable>,
    people: Vec<Person>,
    names: Vec<String>,
    /// The lines that `log` shows.
    history: Vec<String>,
    /// The seat whose hand may be shown, if people share the screen.
    shown_to: Option<Seat>,
    /// Whether people are asked for every move, even without a real choice.
    ask_all: bool,
}

/// What happens after a line at the prompt.
#[derive(PartialEq)]
enum Next {
    /// The prompt is shown again.
    Again,
    /// The line is a legal move.
    Acted,
    /// Another of the acting seats moves first.
    Switch(Seat),
    /// The player gives up.
    Concede,
    Quit,
}

impl Session {
    fn welcome(&self) -> Done {
        let facts = self.table.facts();
        let header = self.table.header();
        print(&format!(
            "{}. {}\nThe shuffle is decided by a secret with this hash: {}.\nType `help` for help.\n\n",
            facts.name, facts.pitch, header.commitment
        ))
    }

    fn humans(&self) -> impl Iterator<Item = Seat> {
        self.people
            .iter()
            .zip(0..)
            .filter(|(person, _)| **person == Person::Human)
            .map(|(_, seat)| Seat(seat))
    }

    /// The viewer whose events are printed: the only human, or a spectator if there is not exactly one.
    fn onlooker(&self) -> Viewer {
        let mut humans = self.humans();
        match (humans.next(), humans.next()) {
            (Some(seat), None) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    fn draw(&self, viewer: Viewer) -> Done {
        print(&format!("{}\n", self.table.text(viewer, &self.names, 0)))
    }

    fn play(&mut self) -> Done {
        let mut prompt = Prompt::new();
        let mut moves = 0;
        // If several seats may act, they do so in seat order, unless a person lets another seat act first.
        let mut last = Seat(self.table.seats() - 1);
        while let Some(seat) = self.table.acting().next_after(last) {
            let sentence = match self.people[seat.index()] {
                Person::Bot(level) => {
                    moves += 1;
                    let advice = self.table.advise(seat, level, None, 1, moves);
                    advice.map_err(|refusal| refusal.to_string())?.action
                }
                Person::Human => match self.forced_move(seat) {
                    Some(only) => only,
                    None => match self.ask(seat, &mut prompt)? {
                        Asked::Acted(sentence) => sentence,
                        Asked::Switch(other) => {
                            last = before(other, self.table.seats());
                            continue;
                        }
                        Asked::Conceded => {
                            self.enter(Entry::Leave { seat })?;
                            last = seat;
                            continue;
                        }
                        Asked::Quit => return print("You have left the game.\n"),
                    },
                },
            };
            self.act(seat, &sentence)?;
            last = seat;
        }
        Ok(())
    }

    /// The only legal move of a seat, which is played without asking.
    fn forced_move(&self, seat: Seat) -> Option<String> {
        match self.table.legal(seat).as_slice() {
            [only] if !self.ask_all => Some(only.clone()),
            _ => None,
        }
    }

    fn act(&mut self, seat: Seat, sentence: &str) -> Done {
        self.enter(Entry::Act { seat, sentence: sentence.to_owned() })
    }

    /// Appends an entry to the match and prints what happened.
    fn enter(&mut self, entry: Entry) -> Done {
        self.table.append(entry).map_err(|refusal| refusal.to_string())?;
        // On a shared screen everyone can read the events, so private ones are left out.
        for news in self.table.news(self.onlooker()) {
            let line = format!("{} ({})", with_names(&news.told.text, &self.names), news.rule);
            print(&format!("  {line}\n"))?;
            self.history.push(line);
        }
        print("\n")
    }

    /// Asks a human until they act, let another seat act first, or quit.
    fn ask(&mut self, seat: Seat, prompt: &mut Prompt) -> Result<Asked, String> {
        let shared = self.humans().count() > 1;
        if shared && self.shown_to != Some(seat) {
            print(&format!(
                "\x1b[2J\x1b[HSeat {}: it is your turn. Press Enter to see your hand.\n",
                seat.0
            ))?;
            if prompt.read("", &[])?.is_none() {
                return Ok(Asked::Quit);
            }
            self.shown_to = Some(seat);
        }
        self.draw(Viewer::Seat(seat))?;
        if let Some(question) = self.table.question(seat) {
            print(&format!("{}\n", question.prompt.text))?;
        }
        let others: Vec<String> = self.others(seat).iter().map(|other| other.0.to_string()).collect();
        if !others.is_empty() {
            let others = others.join(", ");
            print(&format!(
                "Other seats may act now too: {others}. Type `seat N` to let one of them act first.\n"
            ))?;
        }
        loop {
            let legal = self.table.legal(seat);
            let Some(line) = prompt.read(&format!("{seat}> "), &legal)? else { return Ok(Asked::Quit) };
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            match self.answer(seat, line, &legal)? {
                Next::Again => {}
                Next::Acted => return Ok(Asked::Acted(line.to_owned())),
                Next::Switch(other) => return Ok(Asked::Switch(other)),
                Next::Concede => return Ok(Asked::Conceded),
                Next::Quit => return Ok(Asked::Quit),
            }
        }
    }

    /// The other humans who may act now.
    fn others(&self, seat: Seat) -> Seats {
        let acting = self.table.acting();
        self.humans().filter(|other| *other != seat && acting.contains(*other)).collect()
    }

    /// Handles a line at the prompt.
    fn answer(&mut self, seat: Seat, line: &str, legal: &[String]) -> Result<Next, String> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "help" => self.help(legal)?,
            "quit" | "exit" => return Ok(Next::Quit),
            "concede" => return Ok(Next::Concede),
            "legal" => print(&by_first_word(legal))?,
            "board" => self.draw(Viewer::Seat(seat))?,
            "log" => print(&self.history.iter().map(|line| format!("  {line}\n")).collect::<String>())?,
            "rules" if rest.is_empty() => rules::rules(None, None)?,
            "rules" => print(&rules::one(rest).unwrap_or_else(|error| format!("{error}\n")))?,
            "seat" => match rest.parse().map(Seat) {
                Ok(other) if self.others(seat).contains(other) => return Ok(Next::Switch(other)),
                _ => print("No other person can act in that seat now.\n")?,
            },
            "hint" => self.hint(seat)?,
            "undo" => self.undo(seat)?,
            "why" => match self.table.why(seat, rest) {
                Ok(()) => print("This is legal.\n")?,
                Err(refusal) => refused(&refusal)?,
            },
            _ => match self.table.why(seat, line) {
                Ok(()) => return Ok(Next::Acted),
                Err(refusal) => refused(&refusal)?,
            },
        }
        Ok(Next::Again)
    }

    fn help(&self, legal: &[String]) -> Done {
        let examples: Vec<String> = legal.iter().take(2).map(|it| format!("`{it}`")).collect();
        let rules = self.table.facts().id;
        print(&format!(
            "Type a move, such as {}; Tab completes it. `atlas rules {rules}` prints the rules.\n{COMMANDS_HELP}",
            examples.join(" or ")
        ))
    }

    fn hint(&self, seat: Seat) -> Done {
        let level = Level::named("adept").expect("there is a level called adept");
        let advice = self.table.advise(seat, level, None, 1, 0).map_err(|refusal| refusal.to_string())?;
        print(&format!("An adept bot would play {}. {}\n", advice.action, advice.reason))
    }

    fn undo(&mut self, seat: Seat) -> Done {
        // Bots always agree, so only other people are asked.
        match self.table.take_back(seat) {
            TakeBack::Never(why) => print(&format!("You cannot take this back: {why}.\n")),
            TakeBack::Consent(_) if self.humans().count() > 1 => {
                print("You cannot take this back alone: everyone would have to agree.\n")
            }
            TakeBack::Free(to) | TakeBack::Consent(to) => {
                self.table.append(Entry::Undo { to }).map_err(|refusal| refusal.to_string())?;
                self.draw(Viewer::Seat(seat))
            }
        }
    }

    fn close(&self) -> Done {
        if self.table.outcome().is_none() {
            return Ok(());
        }
        self.draw(Viewer::Everything)?;
        let result = self.table.result();
        if self.table.facts().cooperative {
            let won = result["winners"].as_array().is_some_and(|winners| !winners.is_empty());
            return print(if won { "You won together.\n" } else { "You lost together.\n" });
        }
        for (seat, name) in self.names.iter().enumerate() {
            let won = result["winners"].as_array().is_some_and(|winners| winners.contains(&seat.into()));
            // Some games say why a seat has lost.
            let mark = match result["losses"][seat].as_str() {
                _ if won => "   <- wins".to_owned(),
                Some(why) => format!("   lost ({why})"),
                None => String::new(),
            };
            print(&format!("seat {seat}  {name:<10} {:>3} points{mark}\n", result["scores"][seat]))?;
        }
        Ok(())
    }
}

fn refused(refusal: &Refusal) -> Done {
    let more = refusal.rule.map_or(String::new(), |rule| format!(" Read it with `rules {rule}`."));
    print(&format!("{refusal}{more}\n"))
}

/// The answer of a person.
enum Asked {
    Acted(String),
    Switch(Seat),
    Conceded,
    Quit,
}

/// The seat before this one, going round the table.
fn before(seat: Seat, seats: u8) -> Seat {
    Seat((seat.0 + seats - 1) % seats)
}

/// The legal sentences, grouped by their first word.
fn by_first_word(legal: &[String]) -> String {
    let mut lines: Vec<(&str, Vec<&str>)> = Vec::new();
    for sentence in legal {
        let (word, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
        match lines.last_mut() {
            Some((last, more)) if *last == word => more.push(rest),
            _ => lines.push((word, if rest.is_empty() { vec![] } else { vec![rest] })),
        }
    }
    let line = |(word, more): (&str, Vec<&str>)| match more.as_slice() {
        [] => format!("  {word}\n"),
        more => format!("  {word}, or {word} with {}\n", more.join(", ")),
    };
    lines.into_iter().map(line).collect()
}

/// The input: a line editor with completion in a terminal, or plain standard input.
enum Prompt {
    Terminal(Box<Editor<Sentences, DefaultHistory>>),
    Plain,
}

impl Prompt {
    fn new() -> Prompt {
        let config = Config::builder().completion_type(CompletionType::List).build();
        match Editor::<Sentences, DefaultHistory>::with_config(config) {
            Ok(mut editor) if io::stdin().is_terminal() && io::stdout().is_terminal() => {
                editor.set_helper(Some(Sentences::default()));
                Prompt::Terminal(Box::new(editor))
            }
            _ => Prompt::Plain,
        }
    }

    /// The next line; `None` at the end of input or when the player interrupts.
    fn read(&mut self, prompt: &str, legal: &[String]) -> Result<Option<String>, String> {
        match self {
            Prompt::Terminal(editor) => {
                if let Some(sentences) = editor.helper_mut() {
                    sentences.legal = legal.to_vec();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        editor.add_history_entry(&line).map_err(|error| error.to_string())?;
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(error.to_string()),
                }
            }
            Prompt::Plain => {
                print(prompt)?;
                io::Write::flush(&mut io::stdout()).map_err(|error| error.to_string())?;
                let mut line = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut line);
                if read.map_err(|error| error.to_string())? == 0 {
                    return Ok(None);
                }
                print("\n")?;
                Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
            }
        }
    }
}

/// Completes the words of legal sentences and the commands.
#[derive(Default, Helper, Hinter, Highlighter, Validator)]
struct Sentences {
    legal: Vec<String>,
}

/// The possible completions of the last word of `written`, and the position where that word begins.
fn continuations<'a>(legal: &'a [String], written: &str) -> (usize, Vec<Cow<'a, str>>) {
    let start = written.rfind(' ').map_or(0, |space| space + 1);
    let (before, begun) = written.split_at(start);
    let follows = |sentence: &'a String| {
        let word = sentence.strip_prefix(before)?.split(' ').next()?;
        word.starts_with(begun).then_some(Cow::Borrowed(word))
    };
    let mut words: Vec<Cow<'a, str>> = legal.iter().filter_map(follows).collect();
    if start == 0 {
        words.extend(COMMANDS.iter().filter(|it| it.starts_with(begun)).map(|it| Cow::Borrowed(*it)));
    }
    words.retain(|word| !word.is_empty());
    words.dedup();
    (start, words)
}

impl Completer for Sentences {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, words) = continuations(&self.legal, &line[..position]);
        Ok((start, words.into_iter().map(Cow::into_owned).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_the_words_of_legal_sentences() {
        let legal = ["dawn-3", "dawn-3 time 1", "dawn-3 time 2", "day-1"].map(str::to_owned);
        assert_eq!(continuations(&legal, "da"), (0, vec!["dawn-3".into(), "day-1".into()]));
        assert_eq!(continuations(&legal, "dawn-3 "), (7, vec!["time".into()]));
        assert_eq!(continuations(&legal, "dawn-3 time "), (12, vec!["1".into(), "2".into()]));
        assert_eq!(continuations(&legal, "h"), (0, vec!["help".into(), "hint".into()]));
    }

    #[test]
    fn legal_sentences_are_grouped_by_card() {
        let legal = ["dawn-3", "dawn-3 time 1", "day-1"].map(str::to_owned);
        assert_eq!(by_first_word(&legal), "  dawn-3, or dawn-3 with time 1\n  day-1\n");
    }
}
