//! Reading card files strictly: an error names file, line, card and key, and what was expected.

use atlas_content::{ContentError, Keys, Node, Read, Wrong, list, number, one_of, read_file, text, whole};
use atlas_core::refusal::quoted;

use super::expression::{Expression, OPEN, Scope};
use super::language::{
    Ability, About, Amount, Cannots, Card, CardId, Chooser, CostChange, Costs, Events, Found, Grant,
    Keywords, Kinds, Layers, ListId, Mays, Paying, Payment, Pool, Ref, Replacement, Script, Selector,
    SelectorId, Shielded, Step, Struck, Target, Term, Until, Whose, Zone,
};

/// A file larger than this is no card file.
pub(super) const LARGEST: usize = 1024 * 1024;
/// The most cards of a library.
const MOST_CARDS: usize = 4_000;
/// Deeper than this nobody could follow an effect.
const DEEPEST: usize = 8;
/// So many factions and subtypes can be told apart.
const MOST_FACTIONS: usize = 64;
const MOST_SUBTYPES: usize = 32;
/// So many effects and selectors can have a number.
const MOST_NUMBERS: usize = 60_000;
/// The most steps in a list, targets of a script, abilities of a card.
const LONGEST: usize = 16;

/// The lists of a file: their key, what errors call one of them, and whether it is a token.
pub(super) const TABLES: [(&str, &str, bool); 2] = [("card", "a card", false), ("token", "a token", true)];

/// A card file: what it is called, and what it says.
pub type File<'a> = (&'a str, &'a str);

/// Cards while they are read.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) cards: Vec<Card>,
    pub(super) selectors: Vec<Selector>,
    pub(super) lists: Vec<Vec<Step>>,
    pub(super) subtypes: Vec<String>,
    pub(super) factions: Vec<String>,
    /// Every id with whether it is a token, in the order of the cards.
    ids: Vec<(String, bool)>,
}

impl Builder {
    /// Reads all files: first who there is, so that cards can name each other, then what they do.
    pub(super) fn read(files: &[File<'_>]) -> Result<Builder, ContentError> {
        let mut builder = Builder::default();
        for (file, text) in files {
            read_file(file, text, LARGEST, |keys| builder.meet(keys))?;
        }
        for (file, text) in files {
            read_file(file, text, LARGEST, |keys| builder.learn(keys))?;
        }
        Ok(builder)
    }

    fn meet(&mut self, keys: Keys<'_>) -> Read<()> {
        let keys = keys.knowing(&["card", "token"])?;
        for (key, what, token) in TABLES {
            for node in keys.maybe_list(key)? {
                let (id, at) = Keys::of(node, what)?.id("id")?;
                if WORDS.contains(&id.as_str()) {
                    return Err(Wrong::at(at, format!("{} is a word of sentences already", quoted(&id))));
                }
                if self.ids.iter().any(|(it, _)| *it == id) {
                    return Err(Wrong::at(at, format!("there is another card with the id {}", quoted(&id))));
                }
                if self.ids.len() >= MOST_CARDS {
                    return Err(Wrong::at(at, format!("there are more than {MOST_CARDS} cards")));
                }
                self.ids.push((id, token));
                self.meet_words(Keys::of(node, what)?)?;
            }
        }
        Ok(())
    }

    /// The factions and subtypes that there are, so that filters can name only these.
    fn meet_words(&mut self, keys: Keys<'_>) -> Read<()> {
        let (faction, at) = keys.id("faction")?;
        if !self.factions.contains(&faction) {
            self.factions.push(faction);
        }
        if self.factions.len() > MOST_FACTIONS {
            return Err(Wrong::at(at, format!("there are more than {MOST_FACTIONS} factions")));
        }
        for node in keys.maybe_list("subtypes")? {
            let (subtype, at) = text(node, "a subtype")?;
            if subtype.is_empty() || !subtype.chars().all(|it| it.is_ascii_lowercase() || it == '-') {
                let message = format!("a subtype has small letters and hyphens; {} has not", quoted(subtype));
                return Err(Wrong::at(at, message));
            }
            if !self.subtypes.iter().any(|it| it == subtype) {
                self.subtypes.push(subtype.to_owned());
            }
            if self.subtypes.len() > MOST_SUBTYPES {
                return Err(Wrong::at(at, format!("there are more than {MOST_SUBTYPES} subtypes")));
            }
        }
        Ok(())
    }

    fn learn(&mut self, keys: Keys<'_>) -> Read<()> {
        for (key, what, token) in TABLES {
            for node in keys.maybe_list(key)? {
                let (id, at) = Keys::of(node, what)?.id("id")?;
                // Whatever is wrong with a card is told with its name.
                let card = self.card(Keys::of(node, what)?, token);
                let card =
                    card.map_err(|wrong| Wrong { message: format!("{id}: {}", wrong.message), ..wrong })?;
                let place = self.ids.iter().position(|(it, _)| *it == id);
                if place != Some(self.cards.len()) {
                    return Err(Wrong::at(at, "the cards were read in another order"));
                }
                // SR-H01: lists call cards by their names.
                if !token && self.cards.iter().any(|it| !it.token && it.name.eq_ignore_ascii_case(&card.name))
                {
                    let message = format!("{id}: there is another card called {}", quoted(&card.name));
                    return Err(Wrong::at(at, message));
                }
                self.cards.push(card);
            }
        }
        Ok(())
    }

    fn card(&mut self, keys: Keys<'_>, token: bool) -> Read<Card> {
        const ALL: &[&str] = &["id", "name", "faction", "type", "subtypes", "keywords", "ability"];
        let kind = one_of(keys.string("type")?, "type", &Kinds::WORDS[..4])?;
        let own: &[&str] = match kind {
            _ if token => &["attack", "defence"],
            Kinds::SOUL => &[
                "code",
                "flavour",
                "unique",
                "limit",
                "cost",
                "cost_mod",
                "extra_cost",
                "attack",
                "defence",
                "enters",
            ],
            Kinds::TECH => {
                &["code", "flavour", "unique", "limit", "cost", "cost_mod", "extra_cost", "enters"]
            }
            Kinds::ENERGY => &["code", "flavour", "basic", "limit", "enters"],
            _ => &[
                "code",
                "flavour",
                "unique",
                "limit",
                "cost",
                "cost_mod",
                "extra_cost",
                "targets",
                "effect",
                "choose",
                "mode",
            ],
        };
        let keys = keys.knowing(&[ALL, own].concat())?;
        if token && kind != Kinds::SOUL {
            return Err(Wrong::at(keys.at, "a token is a Soul (SR-R30)"));
        }
        let (cost, x) = if token || kind == Kinds::ENERGY { (0, false) } else { cost(keys.need("cost")?)? };
        let scope = Scope { x, ..Scope::default() };
        let stat = |builder: &mut Builder, key: &str| match kind {
            Kinds::SOUL => builder.figure(keys.need(key)?, key),
            _ => Ok(Amount::number(0)),
        };
        let (attack, defence) = (stat(self, "attack")?, stat(self, "defence")?);
        let abilities = keys.maybe_list("ability")?;
        if abilities.len() > LONGEST {
            return Err(Wrong::at(keys.at, format!("a card has at most {LONGEST} abilities")));
        }
        let abilities = abilities.into_iter().map(|node| self.ability(node)).collect::<Read<Vec<_>>>()?;
        let waits = abilities.iter().fold(Events::NONE, |all, ability| match ability {
            Ability::Triggered { event, .. } => all | *event,
            _ => all,
        });
        Ok(Card {
            id: keys.id("id")?.0,
            code: keys.maybe_string("code")?.map_or_else(String::new, |(code, _)| code.to_owned()),
            name: keys.words("name", 40)?,
            flavour: if keys.get("flavour").is_some() { keys.words("flavour", 200)? } else { String::new() },
            faction: self.faction(keys)?,
            kind,
            subtypes: self.subtypes(keys)?,
            unique: keys.flag("unique")?,
            basic: keys.flag("basic")?,
            limit: keys.get("limit").map(|node| number(node, "limit", 1..=40)).transpose()?.map(|n| n as u8),
            cost,
            x,
            maker: None,
            strength: (attack.as_number().unwrap_or(0), defence.as_number().unwrap_or(0)),
            reckoned: attack.as_number().is_none() || defence.as_number().is_none(),
            attack,
            defence,
            keywords: keywords(keys, "keywords")?,
            enters_vulnerable: keys.word("enters", &[("standby", false), ("vulnerable", true)])?,
            cost_change: keys.get("cost_mod").map(|node| self.cost_change(node)).transpose()?,
            extra_cost: keys.get("extra_cost").map(|node| self.costs(node)).transpose()?.unwrap_or_default(),
            modes: if kind == Kinds::ACTION { self.modes(keys, &scope)? } else { Vec::new() },
            layers: abilities.iter().fold(Layers::NONE, |all, it| match it {
                Ability::Continuous { grant, .. } => all | grant.layers(),
                _ => all,
            }),
            abilities,
            token,
            waits,
        })
    }

    fn faction(&self, keys: Keys<'_>) -> Read<u8> {
        let (word, _) = keys.id("faction")?;
        let place = self.factions.iter().position(|it| *it == word);
        Ok(place.expect("every faction was met") as u8)
    }

    fn subtypes(&self, keys: Keys<'_>) -> Read<u32> {
        keys.maybe_list("subtypes")?.into_iter().try_fold(0, |set, node| {
            let (word, _) = text(node, "a subtype")?;
            let place = self.subtypes.iter().position(|it| it == word);
            Ok(set | 1 << place.expect("every subtype was met"))
        })
    }

    fn cost_change(&mut self, node: Node<'_>) -> Read<CostChange> {
        let keys = Keys::of(node, "cost_mod")?.knowing(&["less", "min"])?;
        let less = self.amount(keys.need("less")?, "less", &Scope::default())?;
        Ok(CostChange { less, min: keys.number_or("min", 0..=20, 0)? as i16 })
    }

    /// SR-47: what is paid.
    fn costs(&mut self, node: Node<'_>) -> Read<Costs> {
        const WAYS: [(&str, Paying); 5] = [
            ("scrap", Paying::Scrap),
            ("discard", Paying::Discard),
            ("void", Paying::Void),
            ("make_vulnerable", Paying::MakeVulnerable),
            ("return_to_hand", Paying::ReturnToHand),
        ];
        let known =
            ["energy", "activate", "life", "scrap", "discard", "void", "make_vulnerable", "return_to_hand"];
        let keys = Keys::of(node, "a cost")?.knowing(&known)?;
        let mut costs = Costs {
            energy: keys.number_or("energy", 0..=20, 0)? as u8,
            activate: keys.flag("activate")?,
            life: keys.number_or("life", 0..=40, 0)? as u8,
            ..Costs::default()
        };
        for (key, how) in WAYS {
            let Some(node) = keys.get(key) else { continue };
            if how == Paying::Scrap && node.get_ref().as_str() == Some("self") {
                costs.scrap_self = true;
                continue;
            }
            if costs.pick.is_some() {
                return Err(Wrong::at(node.span().start, "a cost asks for one kind of thing at most"));
            }
            let keys = Keys::of(node, key)?.knowing(&["n", "from"])?;
            let zones: &[Zone] = match how {
                Paying::Discard => &[Zone::Hand],
                Paying::Void => &[Zone::Front, Zone::Scrap],
                _ => &[Zone::Front],
            };
            let said = keys.string("from")?;
            let from = self.selector(said, "from", zones)?;
            if !matches!(self.selectors[from.0 as usize].whose, Whose::You | Whose::Own) {
                return Err(Wrong::at(said.1, "from: everyone pays with their own: say you"));
            }
            costs.pick = Some(Payment { how, n: keys.number_or("n", 1..=5, 1)? as u8, from });
        }
        Ok(costs)
    }

    /// SR-58: what an Action does.
    fn modes(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Vec<Script>> {
        let modes = keys.maybe_list("mode")?;
        if modes.is_empty() {
            return Ok(vec![self.script(keys, scope)?]);
        }
        keys.number("choose", 1..=1)?;
        if keys.get("effect").is_some() || keys.get("targets").is_some() {
            return Err(Wrong::at(keys.at, "a card with modes has its targets and effects in them"));
        }
        if !(2..=4).contains(&modes.len()) {
            return Err(Wrong::at(keys.at, format!("there are 2 to 4 modes, not {}", modes.len())));
        }
        let mode = |node| self.script(Keys::of(node, "a mode")?.knowing(&["targets", "effect"])?, scope);
        modes.into_iter().map(mode).collect()
    }

    fn script(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Script> {
        let mut scope = scope.clone();
        let mut targets = Vec::new();
        for node in keys.maybe_list("targets")? {
            let keys = Keys::of(node, "a target")?.knowing(&["id", "n", "upto", "from"])?;
            let (id, at) = keys.id("id")?;
            if !scope.introduce(&id) {
                return Err(Wrong::at(at, format!("{} means something already", quoted(&id))));
            }
            let n = keys.number_or("n", 1..=4, 1)? as u8;
            if n > 1 {
                scope.several.push(scope.targets.len() as u8);
            }
            targets.push(Target { n, upto: keys.flag("upto")?, from: self.pool(keys.string("from")?)? });
            scope.targets.push(id);
        }
        if targets.iter().map(|target| target.n).sum::<u8>() > super::MOST_TARGETS as u8 {
            return Err(Wrong::at(keys.at, format!("there are at most {} targets", super::MOST_TARGETS)));
        }
        let effect = self.steps(keys.list("effect")?, &mut scope, 0)?;
        Ok(Script { targets, effect })
    }

    fn pool(&mut self, said: (&str, usize)) -> Read<Pool> {
        Ok(match said.0 {
            "any_target" => Pool::AnyTarget,
            "player" => Pool::Player(Whose::Any),
            "opponent" => Pool::Player(Whose::Opponent),
            _ => {
                let selector = self.selector(said, "from", &OPEN)?;
                self.players(selector).map_or(Pool::Things(selector), Pool::Player)
            }
        })
    }

    fn ability(&mut self, node: Node<'_>) -> Read<Ability> {
        let keys = Keys::of(node, "an ability")?;
        match keys.string("kind")?.0 {
            "continuous" => {
                let keys = keys.knowing(&["kind", "affects", "grant"])?;
                let said = keys.string("affects")?;
                let affects = match said {
                    ("self", _) => None,
                    said => {
                        Some(self.selector(said, "affects", &[Zone::Front, Zone::Playing, Zone::Player])?)
                    }
                };
                if affects.is_some_and(|it| self.is_by_figures(it)) {
                    let message = "a continuous ability cannot choose by attack or defence, which it could change (SR-R27)";
                    return Err(Wrong::at(said.1, message));
                }
                let zone = affects.map_or(Zone::Front, |it| self.selectors[it.0 as usize].zone);
                Ok(Ability::Continuous { affects, grant: self.grant(keys.need("grant")?, zone)? })
            }
            "triggered" => self.triggered(keys),
            "activated" => {
                let keys = keys.knowing(&["kind", "cost", "energy_ability", "targets", "effect"])?;
                let cost = self.costs(keys.need("cost")?)?;
                let energy = keys.flag("energy_ability")?;
                let script = self.script(keys, &Scope::default())?;
                if energy && !(script.targets.is_empty() && self.only_makes_energy(script.effect)) {
                    let message = "an energy ability has no target and only adds Energy (SR-R06)";
                    return Err(Wrong::at(keys.at, message));
                }
                Ok(Ability::Activated { cost, energy, script })
            }
            "replacement" => self.replacement(keys),
            _ => Err(Wrong::at(
                keys.string("kind")?.1,
                "kind must be continuous or triggered or activated or replacement",
            )),
        }
    }

    fn only_makes_energy(&self, list: ListId) -> bool {
        self.lists[list.0 as usize].iter().all(|step| match step {
            Step::AddEnergy { .. } => true,
            Step::If { then, otherwise, .. } => {
                self.only_makes_energy(*then) && otherwise.is_none_or(|it| self.only_makes_energy(it))
            }
            _ => false,
        })
    }

    fn triggered(&mut self, keys: Keys<'_>) -> Read<Ability> {
        let keys = keys.knowing(&["kind", "when", "whose", "if", "once_per_turn", "targets", "effect"])?;
        let node = keys.need("when")?;
        let turns = Events::BEGIN_TURN | Events::END_TURN;
        let people = Events::DRAWN | Events::DISCARDED | Events::LIFE_GAINED | Events::LIFE_LOST;
        let (event, about) = if let Some(said) = node.get_ref().as_str() {
            let event = one_of((said, node.span().start), "when", Events::WORDS)?;
            let whose = keys
                .word("whose", &[("you", Whose::You), ("opponent", Whose::Opponent), ("any", Whose::Any)])?;
            (event, if (turns | people).has(event) { About::Player(whose) } else { About::Itself })
        } else {
            let when = Keys::of(node, "when")?.knowing(&["event", "who"])?;
            let event = one_of(when.string("event")?, "event", Events::WORDS)?;
            let who = when.string("who")?;
            let about = match who.0 {
                "self" => About::Itself,
                "you" => About::Player(Whose::You),
                "opponent" => About::Player(Whose::Opponent),
                "any_player" => About::Player(Whose::Any),
                _ if event == Events::PLAYED => {
                    About::Fitting(self.selector_of_cards(who, "who", &[Zone::Sequence])?)
                }
                _ => About::Fitting(self.selector(who, "who", &[Zone::Front])?),
            };
            (event, about)
        };
        let is_about_players = (turns | people).has(event);
        if let Some(whose) = keys.get("whose").filter(|_| !is_about_players || node.get_ref().is_table()) {
            let message = "whose goes with when = \"begin_turn\" and other events of a player";
            return Err(Wrong::at(whose.span().start, message));
        }
        let fits = match about {
            About::Player(_) => is_about_players || (Events::DAMAGED | Events::TARGETED).has(event),
            _ => !is_about_players,
        };
        if !fits {
            return Err(Wrong::at(node.span().start, "such an event is not about such a thing"));
        }
        let scope = Scope { event: !turns.has(event), ..Scope::default() };
        let test = keys.maybe_string("if")?.map(|said| self.test(said, &scope)).transpose()?;
        let script = self.script(keys, &scope)?;
        Ok(Ability::Triggered { event, about, test, once: keys.flag("once_per_turn")?, script })
    }

    /// What is granted: to cards that are being played another cost, to players prohibitions, to cards in play
    /// anything else.
    fn grant(&mut self, node: Node<'_>, zone: Zone) -> Read<Grant> {
        let known: &[&str] = match zone {
            Zone::Playing => &["cost_less", "cost_more", "cost_min"],
            Zone::Player => &["cannot"],
            _ => &["stats", "set_stats", "keywords", "cannot", "may"],
        };
        let cannots = if zone == Zone::Player { Cannots::FOR_PLAYERS } else { Cannots::FOR_CARDS };
        let keys = Keys::of(node, "grant")?.knowing(known)?;
        if known.iter().all(|key| keys.get(key).is_none()) {
            return Err(Wrong::at(node.span().start, format!("grant has none of {}", known.join(", "))));
        }
        let mut cannot = Cannots::NONE;
        for node in keys.maybe_list("cannot")? {
            cannot = cannot | one_of(text(node, "cannot")?, "cannot", cannots)?;
        }
        let mut may = Mays::NONE;
        for node in keys.maybe_list("may")? {
            may = may | one_of(text(node, "may")?, "may", Mays::WORDS)?;
        }
        Ok(Grant {
            stats: keys.get("stats").map(|node| self.figures(node, "stats")).transpose()?,
            set_stats: keys.get("set_stats").map(|node| self.figures(node, "set_stats")).transpose()?,
            keywords: keywords(keys, "keywords")?,
            cannot,
            may,
            cost_less: keys.number_or("cost_less", 0..=20, 0)? as i16,
            cost_more: keys.number_or("cost_more", 0..=20, 0)? as i16,
            cost_min: keys.number_or("cost_min", 0..=20, 0)? as i16,
        })
    }

    /// An attack or a defence that is always on. SR-R27: it cannot be reckoned from what it changes itself.
    fn figure(&mut self, node: Node<'_>, what: &str) -> Read<Amount> {
        let amount = self.amount(node, what, &Scope::default())?;
        let circular = |term: &Term| match term {
            Term::Attack(_) | Term::Defence(_) => true,
            Term::Count(selector) => self.is_by_figures(*selector),
            _ => false,
        };
        if amount.0.iter().any(|(_, term)| circular(term)) {
            let message =
                format!("{what} cannot depend on attack or defence, which it could change (SR-R27)");
            return Err(Wrong::at(node.span().start, message));
        }
        Ok(amount)
    }

    /// Whether a selector asks for attack or defence.
    fn is_by_figures(&self, selector: SelectorId) -> bool {
        let selector = &self.selectors[selector.0 as usize];
        selector.attack.is_some() || selector.defence.is_some()
    }

    fn figures(&mut self, node: Node<'_>, what: &str) -> Read<(Amount, Amount)> {
        match list(node, what)?.as_slice() {
            [attack, defence] => Ok((self.figure(attack, "attack")?, self.figure(defence, "defence")?)),
            _ => {
                Err(Wrong::at(node.span().start, format!("{what} must be a list of two: attack and defence")))
            }
        }
    }

    fn stats(&mut self, node: Node<'_>, scope: &Scope) -> Read<(Amount, Amount)> {
        match list(node, "stats")?.as_slice() {
            [attack, defence] => {
                Ok((self.amount(attack, "attack", scope)?, self.amount(defence, "defence", scope)?))
            }
            _ => Err(Wrong::at(node.span().start, "stats must be a list of two: attack and defence")),
        }
    }

    fn replacement(&mut self, keys: Keys<'_>) -> Read<Ability> {
        let keys = keys.knowing(&["kind", "event", "change"])?;
        let event = Keys::of(keys.need("event")?, "event")?;
        let change = Keys::of(keys.need("change")?, "change")?;
        let (kind, at) = event.string("type")?;
        match kind {
            "enters" => {
                event.knowing(&["type", "who"])?;
                let who = self.selector(event.string("who")?, "who", &[Zone::Front])?;
                change.knowing(&["state"])?;
                one_of(change.string("state")?, "state", &[("vulnerable", ())])?;
                Ok(Ability::Replacement(Replacement::EntersVulnerable(who)))
            }
            "damage" => {
                event.knowing(&["type", "to", "by", "only"])?;
                let to = match event.string("to")? {
                    ("you", _) => Struck::Player(Whose::You),
                    ("opponent", _) => Struck::Player(Whose::Opponent),
                    ("self", _) => Struck::Itself,
                    said => Struck::Fitting(self.selector(said, "to", &[Zone::Front])?),
                };
                let by = event.maybe_string("by")?;
                let zones = [Zone::Front, Zone::Sequence];
                let by = by.map(|said| self.selector_of_cards(said, "by", &zones)).transpose()?;
                let only_battle = event.word("only", &[("any", false), ("battle", true)])?;
                let change = change.knowing(&["amount"])?.number("amount", -20..=20)? as i16;
                Ok(Ability::Replacement(Replacement::Damage { to, by, only_battle, change }))
            }
            _ => Err(Wrong::at(at, "type must be enters or damage")),
        }
    }

    pub(super) fn steps(&mut self, nodes: Vec<Node<'_>>, scope: &mut Scope, depth: usize) -> Read<ListId> {
        if nodes.len() > LONGEST {
            let at = nodes[LONGEST].span().start;
            return Err(Wrong::at(at, format!("an effect has at most {LONGEST} steps")));
        }
        let at = nodes.first().map_or(0, |node| node.span().start);
        let steps = nodes.into_iter().map(|node| self.step(node, scope, depth)).collect::<Read<Vec<_>>>()?;
        if self.lists.len() >= MOST_NUMBERS {
            return Err(Wrong::at(at, format!("there are more than {MOST_NUMBERS} effects")));
        }
        self.lists.push(steps);
        Ok(ListId(self.lists.len() as u16 - 1))
    }

    #[allow(clippy::too_many_lines, reason = "a table of the language's words")]
    fn step(&mut self, node: Node<'_>, scope: &mut Scope, depth: usize) -> Read<Step> {
        let at = node.span().start;
        if depth > DEEPEST {
            return Err(Wrong::at(at, format!("steps are nested more than {DEEPEST} deep")));
        }
        let keys = Keys::of(node, "a step")?;
        let (deed, at) = keys.string("do")?;
        let knows = |own: &[&str]| keys.called(deed).knowing(&[&["do"], own].concat());
        let one = || Amount::number(1);
        Ok(match deed {
            "damage" => {
                let keys = knows(&["amount", "to", "source"])?;
                let source = keys.get("source").map(|_| self.thing(keys, "source", scope)).transpose()?;
                Step::Damage {
                    amount: self.amount(keys.need("amount")?, "amount", scope)?,
                    to: self.thing(keys, "to", scope)?,
                    source: source.unwrap_or(Ref::Itself),
                }
            }
            "destroy" => Step::Destroy { what: self.thing(knows(&["what"])?, "what", scope)? },
            "scrap" if keys.get("pick").is_some() => {
                let keys = knows(&["who", "pick", "from", "chooser"])?;
                keys.word("chooser", &[("own", ())])?;
                Step::ScrapPick {
                    who: self.player(keys, scope)?,
                    pick: self.amount(keys.need("pick")?, "pick", scope)?,
                    from: self.selector(keys.string("from")?, "from", &[Zone::Front])?,
                }
            }
            "scrap" => Step::Scrap { what: self.thing(knows(&["what"])?, "what", scope)? },
            "void" => {
                let keys = knows(&["what", "until"])?;
                let until = keys.word("until", &[("forever", false), ("self_leaves", true)])?;
                Step::Void { what: self.thing(keys, "what", scope)?, until_self_leaves: until }
            }
            "draw" => {
                let keys = knows(&["who", "n"])?;
                Step::Draw { who: self.player(keys, scope)?, n: self.count(keys, scope)? }
            }
            "discard" => {
                let keys = knows(&["who", "n", "chooser", "random"])?;
                let who = self.player(keys, scope)?;
                let chooser = match keys.maybe_string("chooser")? {
                    _ if keys.flag("random")? => Chooser::Random,
                    Some(("you", _)) => Chooser::You,
                    Some((_, at)) if self.thing(keys, "chooser", scope)? != who => {
                        return Err(Wrong::at(at, "chooser must be you or the one who discards"));
                    }
                    _ => Chooser::Owner,
                };
                let all = keys.get("n").is_some_and(|n| n.get_ref().as_str() == Some("all"));
                let n = (!all).then(|| self.count(keys, scope)).transpose()?;
                Step::Discard { who, n, chooser }
            }
            "mill" => {
                let keys = knows(&["who", "n"])?;
                Step::Mill { who: self.player(keys, scope)?, n: self.count(keys, scope)? }
            }
            "look" => {
                let keys = knows(&["who", "n", "may"])?;
                one_of(keys.string("may")?, "may", &[("bottom", ())])?;
                Step::Look { who: self.player(keys, scope)?, n: self.count(keys, scope)? }
            }
            "reveal" => {
                let keys = knows(&["who", "n", "from"])?;
                let from_deck = one_of(keys.string("from")?, "from", &[("hand", false), ("deck", true)])?;
                if let Some(n) = keys.get("n").filter(|_| !from_deck) {
                    return Err(Wrong::at(n.span().start, "a hand is revealed as a whole, without n"));
                }
                let n = from_deck.then(|| self.count(keys, scope)).transpose()?;
                Step::Reveal { who: self.player(keys, scope)?, n }
            }
            "search" => {
                let keys = knows(&["zone", "for", "upto", "reveal", "to", "shuffle"])?;
                keys.word("zone", &[("deck", ())])?;
                if !keys.flag("reveal")? || !keys.flag("shuffle")? {
                    let message = "a search says reveal = true and shuffle = true (SR-R45)";
                    return Err(Wrong::at(at, message));
                }
                Step::Search {
                    want: self.selector(keys.string("for")?, "for", &[Zone::Deck])?,
                    upto: keys.number_or("upto", 1..=4, 1)? as u8,
                    to: keys.word("to", &[("hand", Found::Hand), ("front", Found::Front)])?,
                }
            }
            "to_bottom" | "to_top" => {
                let keys = knows(&["who", "pick", "from"])?;
                if let Some(said) = keys.maybe_string("from")? {
                    one_of(said, "from", &[("hand: card, you", ()), ("hand: card, own", ())])?;
                }
                Step::Bury {
                    who: self.player(keys, scope)?,
                    pick: keys.get("pick").map_or(Ok(one()), |node| self.amount(node, "pick", scope))?,
                    top: deed == "to_top",
                }
            }
            "shuffle" => Step::Shuffle { who: self.player(knows(&["who"])?, scope)? },
            "gain_life" | "lose_life" | "set_life" => {
                let keys = knows(&["who", "n"])?;
                let (who, n) = (self.player(keys, scope)?, self.amount(keys.need("n")?, "n", scope)?);
                match deed {
                    "gain_life" => Step::GainLife { who, n },
                    "lose_life" => Step::LoseLife { who, n },
                    _ => Step::SetLife { who, n },
                }
            }
            "modify" => {
                let keys = knows(&["what", "stats", "until"])?;
                let (attack, defence) = self.stats(keys.need("stats")?, scope)?;
                Step::Modify { what: self.thing(keys, "what", scope)?, attack, defence, until: until(keys)? }
            }
            "counters" => {
                let keys = knows(&["what", "kind", "n"])?;
                one_of(keys.string("kind")?, "kind", &[("upgrade", ())])?;
                Step::Counters { what: self.thing(keys, "what", scope)?, n: self.count(keys, scope)? }
            }
            "gain_keyword" | "lose_keyword" => {
                let keys = knows(&["what", "keyword", "until"])?;
                let keyword = one_of(keys.string("keyword")?, "keyword", Keywords::WORDS)?;
                let (what, until) = (self.thing(keys, "what", scope)?, until(keys)?);
                if deed == "gain_keyword" {
                    Step::GainKeyword { what, keyword, until }
                } else {
                    Step::LoseKeyword { what, keyword, until }
                }
            }
            "create_token" => {
                let keys = knows(&["token", "n", "controller", "state"])?;
                let (id, at) = keys.string("token")?;
                let place = self.ids.iter().position(|(it, token)| it == id && *token);
                let Some(place) = place else {
                    return Err(Wrong::at(at, format!("there is no token {}", quoted(id))));
                };
                Step::CreateToken {
                    token: CardId(place as u16),
                    n: self.count(keys, scope)?,
                    who: self.controller(keys, scope)?,
                    vulnerable: state(keys)?,
                }
            }
            "cancel" => Step::Cancel { what: self.thing(knows(&["what"])?, "what", scope)? },
            "pay_or" => {
                let keys = knows(&["who", "cost", "else"])?;
                let cost = Keys::of(keys.need("cost")?, "cost")?.knowing(&["energy"])?;
                Step::PayOr {
                    who: self.player(keys, scope)?,
                    energy: cost.number("energy", 1..=20)? as u8,
                    otherwise: self.steps(keys.list("else")?, scope, depth + 1)?,
                }
            }
            "refresh" => Step::Refresh { what: self.thing(knows(&["what"])?, "what", scope)? },
            "make_vulnerable" => Step::MakeVulnerable { what: self.thing(knows(&["what"])?, "what", scope)? },
            "skip_refresh" => {
                let keys = knows(&["what", "times"])?;
                let times = keys.number_or("times", 1..=9, 1)? as u8;
                Step::SkipRefresh { what: self.thing(keys, "what", scope)?, times }
            }
            "return_to_hand" => Step::ReturnToHand { what: self.thing(knows(&["what"])?, "what", scope)? },
            "put_in_play" => {
                let keys = knows(&["what", "controller", "state", "as"])?;
                let what = self.thing(keys, "what", scope)?;
                let controller = self.controller(keys, scope)?;
                let vulnerable = state(keys)?;
                let name = keys.get("as").map(|_| keys.id("as")).transpose()?;
                let name = name.map(|(name, at)| {
                    if scope.names.len() >= super::MOST_NAMES || !scope.introduce(&name) {
                        return Err(Wrong::at(at, format!("{} cannot be a name here", quoted(&name))));
                    }
                    scope.names.push(name);
                    Ok(scope.names.len() as u8 - 1)
                });
                let name = name.transpose()?;
                Step::PutInPlay { what, controller, vulnerable, name }
            }
            "gain_control" => {
                let keys = knows(&["what", "controller", "until"])?;
                let what = self.thing(keys, "what", scope)?;
                Step::GainControl { what, who: self.controller(keys, scope)?, until: until(keys)? }
            }
            "add_energy" => Step::AddEnergy { n: self.count(knows(&["n"])?, scope)? },
            "energy_from_pile" => {
                let keys = knows(&["n", "state"])?;
                Step::EnergyFromPile { n: self.count(keys, scope)?, vulnerable: state(keys)? }
            }
            "prevent" => {
                let keys = knows(&["to", "amount", "only", "until"])?;
                let amount = self.amount_or_all(keys, scope)?;
                let to = match self.thing(keys, "to", scope)? {
                    Ref::Each(selector) => Shielded::Fitting(selector),
                    these => Shielded::These(these),
                };
                let only_battle = keys.word("only", &[("any", false), ("battle", true)])?;
                Step::Prevent { to, amount, only_battle, until: until(keys)? }
            }
            "redirect" => {
                let keys = knows(&["to", "onto", "amount", "only", "until"])?;
                let amount = self.amount_or_all(keys, scope)?;
                let (to, onto) = (self.thing(keys, "to", scope)?, self.thing(keys, "onto", scope)?);
                if matches!(onto, Ref::Each(_) | Ref::EachOpponent | Ref::EachPlayer) {
                    return Err(Wrong::at(keys.string("onto")?.1, "onto: damage goes onto one thing"));
                }
                let only_battle = keys.word("only", &[("any", false), ("battle", true)])?;
                Step::Redirect { to, onto, amount, only_battle, until: until(keys)? }
            }
            "if" => {
                let keys = knows(&["cond", "then", "else"])?;
                let otherwise = keys.get("else").map(|node| list(node, "else")).transpose()?;
                Step::If {
                    test: self.test(keys.string("cond")?, scope)?,
                    then: self.steps(keys.list("then")?, scope, depth + 1)?,
                    otherwise: otherwise.map(|nodes| self.steps(nodes, scope, depth + 1)).transpose()?,
                }
            }
            "for_each" => {
                let keys = knows(&["what", "effect"])?;
                let what = self.thing(keys, "what", scope)?;
                let mut inner = Scope { it: true, ..scope.clone() };
                Step::ForEach { what, effect: self.steps(keys.list("effect")?, &mut inner, depth + 1)? }
            }
            "repeat" => {
                let keys = knows(&["n", "effect"])?;
                let n = self.amount(keys.need("n")?, "n", scope)?;
                Step::Repeat { n, effect: self.steps(keys.list("effect")?, scope, depth + 1)? }
            }
            "may" => {
                let keys = knows(&["effect"])?;
                Step::May { effect: self.steps(keys.list("effect")?, scope, depth + 1)? }
            }
            "delay" => {
                let keys = knows(&["at", "effect"])?;
                let moments = [("end_turn", Events::END_TURN), ("begin_turn", Events::BEGIN_TURN)];
                let moment = one_of(keys.string("at")?, "at", &moments)?;
                Step::Delay { at: moment, effect: self.steps(keys.list("effect")?, scope, depth + 1)? }
            }
            other => {
                let message = format!("nothing is called {}; there is {}", quoted(other), DEEDS.join(", "));
                return Err(Wrong::at(at, message));
            }
        })
    }

    /// Who, or the player of the ability.
    fn player(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Ref> {
        keys.get("who").map_or(Ok(Ref::You), |_| self.thing(keys, "who", scope))
    }

    /// Who controls something from now on, or the player of the ability.
    fn controller(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Ref> {
        keys.get("controller").map_or(Ok(Ref::You), |_| self.thing(keys, "controller", scope))
    }

    /// How much damage; all of it is no number.
    fn amount_or_all(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Option<Amount>> {
        let node = keys.need("amount")?;
        match node.get_ref().as_str() {
            Some("all") => Ok(None),
            _ => self.amount(node, "amount", scope).map(Some),
        }
    }

    /// How many, or one.
    fn count(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Amount> {
        keys.get("n").map_or(Ok(Amount::number(1)), |node| self.amount(node, "n", scope))
    }

    fn thing(&mut self, keys: Keys<'_>, key: &str, scope: &Scope) -> Read<Ref> {
        let (said, at) = keys.string(key)?;
        Expression { said, at, what: key, scope }.thing(self)
    }

    fn amount(&mut self, node: Node<'_>, what: &str, scope: &Scope) -> Read<Amount> {
        if whole(node).is_some() {
            return Ok(Amount::number(number(node, what, -99..=99)? as i16));
        }
        let Some(said) = node.get_ref().as_str() else {
            let message = format!("{what} must be a number or a sum like \"1 + count(front: soul, you)\"");
            return Err(Wrong::at(node.span().start, message));
        };
        Expression { said, at: node.span().start, what, scope }.amount(self)
    }

    fn test(&mut self, (said, at): (&str, usize), scope: &Scope) -> Read<super::language::Test> {
        Expression { said, at, what: "a condition", scope }.test(self)
    }

    /// A selector that looks at one of these zones.
    fn selector(&mut self, (said, at): (&str, usize), what: &str, zones: &[Zone]) -> Read<SelectorId> {
        Expression { said, at, what, scope: &Scope::default() }.selector(self, zones)
    }

    /// A selector that looks for cards, and not for abilities.
    fn selector_of_cards(&mut self, said: (&str, usize), what: &str, zones: &[Zone]) -> Read<SelectorId> {
        let selector = self.selector(said, what, zones)?;
        if self.selectors[selector.0 as usize].kinds == Kinds::ABILITY {
            return Err(Wrong::at(said.1, format!("{what}: this is about cards, not about abilities")));
        }
        Ok(selector)
    }

    /// Equal selectors are one. There may be no number left.
    pub(super) fn keep(&mut self, selector: Selector) -> Option<SelectorId> {
        let known = self.selectors.iter().position(|it| *it == selector);
        let place = known.unwrap_or_else(|| {
            self.selectors.push(selector);
            self.selectors.len() - 1
        });
        (place < MOST_NUMBERS).then_some(SelectorId(place as u16))
    }

    /// Which players a selector means, if it means players.
    pub(super) fn players(&self, selector: SelectorId) -> Option<Whose> {
        let selector = &self.selectors[selector.0 as usize];
        (selector.zone == Zone::Player).then_some(selector.whose)
    }

    /// The card of this id.
    pub(super) fn card_named(&self, id: &str) -> Option<CardId> {
        self.ids.iter().position(|(it, _)| it == id).map(|place| CardId(place as u16))
    }
}

/// The words that sentences are made of besides names.
const WORDS: [&str; 22] = [
    "redraw", "keep", "play", "use", "attack", "block", "declare", "pass", "target", "enough", "mode", "x",
    "pay", "trigger", "first", "assign", "yes", "no", "choose", "base", "bury", "nothing",
];

const DEEDS: [&str; 38] = [
    "damage",
    "destroy",
    "scrap",
    "void",
    "draw",
    "discard",
    "mill",
    "look",
    "reveal",
    "search",
    "to_bottom",
    "to_top",
    "shuffle",
    "gain_life",
    "lose_life",
    "set_life",
    "modify",
    "counters",
    "gain_keyword",
    "lose_keyword",
    "create_token",
    "cancel",
    "pay_or",
    "refresh",
    "make_vulnerable",
    "skip_refresh",
    "return_to_hand",
    "put_in_play",
    "gain_control",
    "add_energy",
    "energy_from_pile",
    "prevent",
    "redirect",
    "if",
    "for_each",
    "repeat",
    "may",
    "delay",
];

/// SR-05: a number, or `"X+2"`.
fn cost(node: Node<'_>) -> Read<(u8, bool)> {
    if whole(node).is_some() {
        return Ok((number(node, "cost", 0..=20)? as u8, false));
    }
    let (said, at) = (node.get_ref().as_str().unwrap_or_default(), node.span().start);
    let rest = said.strip_prefix('X').map(|rest| rest.strip_prefix('+').unwrap_or(rest).trim());
    match rest.map(|rest| if rest.is_empty() { Ok(0) } else { rest.parse::<u8>() }) {
        Some(Ok(plain)) if plain <= 20 => Ok((plain, true)),
        _ => Err(Wrong::at(at, "cost must be a number from 0 to 20, or with X like \"X+2\"")),
    }
}

fn keywords(keys: Keys<'_>, key: &str) -> Read<Keywords> {
    keys.maybe_list(key)?.into_iter().try_fold(Keywords::NONE, |all, node| {
        Ok(all | one_of(text(node, "a keyword")?, "a keyword", Keywords::WORDS)?)
    })
}

fn until(keys: Keys<'_>) -> Read<Until> {
    let words = [
        ("end_of_turn", Until::EndOfTurn),
        ("your_next_turn", Until::YourNextTurn),
        ("self_leaves", Until::SelfLeaves),
        ("forever", Until::Forever),
    ];
    one_of(keys.string("until")?, "until", &words)
}

/// SR-25: whether something comes vulnerable.
fn state(keys: Keys<'_>) -> Read<bool> {
    keys.word("state", &[("standby", false), ("vulnerable", true)])
}
