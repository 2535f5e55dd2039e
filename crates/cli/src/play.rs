//! `atlas play`: a game in the terminal.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal};

use atlas_bots::{BotTable, Level};
use atlas_core::play::{Secrecy, TakeBack};
use atlas_core::{Entry, Refusal, Seat, Viewer};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor, Helper, Highlighter, Hinter, Validator};

use crate::files::NewFile;
use crate::people::{Person, options, seed, with_names};
use crate::{Done, args, print, rules};

const HELP: &str = "\
Say what you do, such as `dawn-3` or `dawn-3 time 2`; Tab completes it. Where only one thing is worth considering it
is done for you (unless you start with --ask-all). Besides:
  legal          everything you may do
  why SENTENCE   whether you may do that, and why not
  rules ID       read a rule, such as EL-23; `rules` alone lists the books
  hint           what a bot would do
  board          draw the table again
  log            what has happened so far
  undo           take back your last action, where the table allows it
  quit           leave the game
";

const COMMANDS: [&str; 8] = ["board", "help", "hint", "legal", "log", "quit", "rules", "undo"];

pub(crate) fn play(args: &args::Play) -> Done {
    let people: Vec<Person> = args.seats.iter().map(|word| Person::read(word)).collect::<Result<_, _>>()?;
    let entry = atlas_catalog::find(&args.game).map_err(|refusal| refusal.to_string())?;
    let save = args.save.as_ref().map(|path| NewFile::create(path, false)).transpose()?;
    let seats = u8::try_from(people.len()).unwrap_or(u8::MAX);
    let seed = seed(args.seed.as_deref())?;
    let table = (entry.start)(&options(args.options.as_deref())?, seats, seed.into(), Vec::new())
        .map_err(|refusal| refusal.to_string())?;
    let mut evening = Evening {
        names: names(&people),
        people,
        table,
        told: Vec::new(),
        shown_to: None,
        ask_all: args.ask_all,
    };
    evening.welcome()?;
    evening.play()?;
    evening.close()?;
    if let (Some(file), Some(path)) = (save, &args.save) {
        file.finish(&evening.table.log(Secrecy::Revealed).to_text())?;
        print(&format!("The match is in {}.\n", path.display()))?;
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

/// One match with the people around it.
struct Evening {
    table: Box<dyn BotTable>,
    people: Vec<Person>,
    names: Vec<String>,
    told: Vec<String>,
    /// At a shared screen, whose hand may be on it.
    shown_to: Option<Seat>,
    /// Whether people are asked even where they have no real choice.
    ask_all: bool,
}

/// Whether the game goes on.
#[derive(PartialEq)]
enum Next {
    Again,
    Acted,
    Quit,
}

impl Evening {
    fn welcome(&self) -> Done {
        let facts = self.table.facts();
        let header = self.table.header();
        print(&format!(
            "{}. {}\nThe shuffle is fixed: its secret has the hash {}.\nType `help` for help.\n\n",
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

    /// Through whose eyes the table is shown while nobody in particular acts.
    fn onlooker(&self) -> Viewer {
        let mut humans = self.humans();
        match (humans.next(), humans.next()) {
            (Some(seat), None) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    fn draw(&self, viewer: Viewer) -> Done {
        let facts = self.table.facts();
        let drawn = atlas_boards::text(&facts, &self.table.view(viewer), &self.names, 0);
        print(&format!("{}\n", drawn.map_err(|refusal| refusal.to_string())?))
    }

    fn play(&mut self) -> Done {
        let mut prompt = Prompt::new();
        let mut moves = 0;
        while let Some(seat) = self.table.acting().first() {
            let sentence = match self.people[seat.index()] {
                Person::Bot(level) => {
                    moves += 1;
                    let advice = self.table.advise(seat, level, None, 1, moves);
                    advice.map_err(|refusal| refusal.to_string())?.action
                }
                Person::Human => match self.no_choice(seat) {
                    Some(only) => only,
                    None => match self.ask(seat, &mut prompt)? {
                        Some(sentence) => sentence,
                        None => return print("You leave the table.\n"),
                    },
                },
            };
            self.act(seat, &sentence)?;
        }
        Ok(())
    }

    /// What somebody does in any case, who need not be asked then.
    fn no_choice(&self, seat: Seat) -> Option<String> {
        if self.ask_all { None } else { self.table.only_choice(seat) }
    }

    fn act(&mut self, seat: Seat, sentence: &str) -> Done {
        self.table.act(seat, sentence).map_err(|refusal| refusal.to_string())?;
        // At a shared screen everyone reads along, so what only one may know is left out.
        for news in self.table.news(self.onlooker()) {
            let line = format!("{} ({})", with_names(&news.told.text, &self.names), news.rule);
            print(&format!("  {line}\n"))?;
            self.told.push(line);
        }
        print("\n")
    }

    /// Asks a human until they act; nothing if they quit.
    fn ask(&mut self, seat: Seat, prompt: &mut Prompt) -> Result<Option<String>, String> {
        let shared = self.humans().count() > 1;
        if shared && self.shown_to != Some(seat) {
            print(&format!("\x1b[2J\x1b[H{seat}: the screen is yours. Press Enter to see your hand.\n"))?;
            if prompt.read("", &[])?.is_none() {
                return Ok(None);
            }
            self.shown_to = Some(seat);
        }
        self.draw(Viewer::Seat(seat))?;
        if let Some(question) = self.table.awaiting(seat) {
            print(&format!("{}\n", question.text))?;
        }
        loop {
            let legal = self.table.legal(seat);
            let Some(line) = prompt.read(&format!("{seat}> "), &legal)? else { return Ok(None) };
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            match self.answer(seat, line, &legal)? {
                Next::Again => {}
                Next::Acted => return Ok(Some(line.to_owned())),
                Next::Quit => return Ok(None),
            }
        }
    }

    /// What a line at the prompt means.
    fn answer(&mut self, seat: Seat, line: &str, legal: &[String]) -> Result<Next, String> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "help" => print(HELP)?,
            "quit" | "exit" => return Ok(Next::Quit),
            "legal" => print(&by_first_word(legal))?,
            "board" => self.draw(Viewer::Seat(seat))?,
            "log" => print(&self.told.iter().map(|line| format!("  {line}\n")).collect::<String>())?,
            "rules" if rest.is_empty() => rules::rules(None, None)?,
            "rules" => print(&rules::one(rest).unwrap_or_else(|error| format!("{error}\n")))?,
            "hint" => self.hint(seat)?,
            "undo" => self.undo(seat)?,
            "why" => match self.table.why(seat, rest) {
                Ok(()) => print("You may do that.\n")?,
                Err(refusal) => refused(&refusal)?,
            },
            _ => match self.table.why(seat, line) {
                Ok(()) => return Ok(Next::Acted),
                Err(refusal) => refused(&refusal)?,
            },
        }
        Ok(Next::Again)
    }

    fn hint(&self, seat: Seat) -> Done {
        let level = Level::named("adept").expect("there is an adept");
        let advice = self.table.advise(seat, level, None, 1, 0).map_err(|refusal| refusal.to_string())?;
        print(&format!("An adept would play: {}\n", advice.action))?;
        let others = advice.considered.iter().map(|(action, tried, value)| {
            format!("  {action:<18} wins {:>3.0} % ({tried} imagined games)\n", 100.0 * value)
        });
        print(&others.collect::<String>())
    }

    fn undo(&mut self, seat: Seat) -> Done {
        // Bots never mind, so only other people would have to agree.
        match self.table.take_back(seat) {
            TakeBack::Never(why) => print(&format!("No: {why}.\n")),
            TakeBack::Consent(_) if self.humans().count() > 1 => print("No: everyone would have to agree.\n"),
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
        for (seat, name) in self.names.iter().enumerate() {
            let won = result["winners"].as_array().is_some_and(|winners| winners.contains(&seat.into()));
            let mark = if won { "   <- wins" } else { "" };
            print(&format!("seat {seat}  {name:<10} {:>3} points{mark}\n", result["scores"][seat]))?;
        }
        Ok(())
    }
}

fn refused(refusal: &Refusal) -> Done {
    let more = refusal.rule.map_or(String::new(), |rule| format!(" Read it with `rules {rule}`."));
    print(&format!("No: {refusal}.{more}\n"))
}

/// Sentences, a line for each first word.
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
        more => format!("  {word}, also with {}\n", more.join(", ")),
    };
    lines.into_iter().map(line).collect()
}

/// Where lines come from: an editor with completion at a terminal, or plain input.
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

    /// The next line; nothing when there is no more or the player has had enough.
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

/// Completes words of legal sentences, and the commands.
#[derive(Default, Helper, Hinter, Highlighter, Validator)]
struct Sentences {
    legal: Vec<String>,
}

/// The words that may follow what is written, and where the word that is being written begins.
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
    fn tab_offers_the_words_that_lead_to_a_legal_sentence() {
        let legal = ["dawn-3", "dawn-3 time 1", "dawn-3 time 2", "day-1"].map(str::to_owned);
        assert_eq!(continuations(&legal, "da"), (0, vec!["dawn-3".into(), "day-1".into()]));
        assert_eq!(continuations(&legal, "dawn-3 "), (7, vec!["time".into()]));
        assert_eq!(continuations(&legal, "dawn-3 time "), (12, vec!["1".into(), "2".into()]));
        assert_eq!(continuations(&legal, "h"), (0, vec!["help".into(), "hint".into()]));
    }

    #[test]
    fn legal_sentences_are_shown_by_card() {
        let legal = ["dawn-3", "dawn-3 time 1", "day-1"].map(str::to_owned);
        assert_eq!(by_first_word(&legal), "  dawn-3, also with time 1\n  day-1\n");
    }
}
