//! Projects: building the components of the Cosmic Gate.

use atlas_core::{Seat, Seats, Turn};

use crate::content::effect::{ArtifactEffect, Lasting, Power};
use crate::state::{AtlantisRising, Pending, Project};
use crate::tell::Event;
use crate::things::{Figure, Goods, Kind, Pose, Resource, SEATS, Spot, count_of};

/// Why a project cannot be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoProject {
    /// It is built already.
    Built,
    /// The seat has no unused figure on a build space.
    NoFigure,
    /// The seat has dropped it in this round.
    Dropped,
    /// Lost Schema: no more projects in this round.
    Limit,
    /// The seats on the build spaces cannot pay it together.
    TooDear,
}

impl AtlantisRising {
    /// AR-51: the figure of a team that takes part in the next project. One with a power goes first.
    pub(crate) fn builder(&self, team: u8) -> Option<Figure> {
        let there = self.figures.at(Spot::BUILD);
        let free = there.filter(|it| it.team == team && it.pose == Pose::Up && it.kind != Kind::Automaton);
        free.min_by_key(|it| match self.power_of(*it) {
            Some(Power::Discount(_)) => 0,
            Some(_) => 1,
            None => 2,
        })
    }

    /// The teams that could take part in a project.
    pub(crate) fn builders(&self) -> Seats {
        self.all_teams().filter(|team| self.builder(*team).is_some()).map(Seat).collect()
    }

    /// AR-R37: the discount that a team brings to a project.
    pub(crate) fn discount(&self, team: u8) -> u8 {
        let figure = match self.builder(team).and_then(|figure| self.power_of(figure)) {
            Some(Power::Discount(n)) => n,
            _ => 0,
        };
        figure
            + self
                .artifact_bonus(team, |it| if let ArtifactEffect::Discount(n) = it { Some(n) } else { None })
    }

    /// AR-18: the cost of a component.
    pub(crate) fn cost(&self, at: u8) -> Goods {
        let component = self.content.component(self.gate[usize::from(at)]);
        if self.seats == 1 { component.solo } else { component.cost }
    }

    /// A project before anything is paid.
    pub(crate) fn project(&self, opener: u8, at: u8) -> Project {
        Project {
            opener,
            at,
            left: self.cost(at),
            any: self.this_round.cost,
            given: [Goods::default(); SEATS],
            less: [0; SEATS],
        }
    }

    /// AR-R37: the discounts that can still be used: a component costs at least one resource.
    fn discounts_left(&self, project: &Project) -> u8 {
        let used: u8 = project.less.iter().sum();
        let total = self.cost(project.at).total() + self.this_round.cost;
        let teams = self.builders().iter();
        let there: u8 = teams
            .map(|seat| self.discount(seat.0) - project.less[seat.index()].min(self.discount(seat.0)))
            .sum();
        there.min((total - 1).saturating_sub(used))
    }

    /// AR-51: whether the seats on the build spaces can pay the rest together.
    pub(crate) fn is_payable(&self, project: &Project) -> bool {
        self.is_payable_with(project, self.goods_of(self.builders()))
    }

    /// AR-51: whether a team can open a project.
    pub(crate) fn check_open(&self, team: u8, at: u8) -> Result<(), NoProject> {
        let index = usize::from(at);
        if self.built[index] > 0 {
            return Err(NoProject::Built);
        }
        if self.builder(team).is_none() {
            return Err(NoProject::NoFigure);
        }
        if self.this_round.dropped[usize::from(team)] & 1 << at != 0 {
            return Err(NoProject::Dropped);
        }
        if self.this_round.limit.is_some_and(|limit| self.projects_this_round() >= limit) {
            return Err(NoProject::Limit);
        }
        if !self.is_payable(&self.project(team, at)) {
            return Err(NoProject::TooDear);
        }
        Ok(())
    }

    /// The number of projects that were finished in this round.
    fn projects_this_round(&self) -> u8 {
        count_of(&self.built, self.round) as u8
    }

    /// The project after one resource is paid, or saved by a discount.
    fn after_paying(&self, project: &Project, resource: Resource) -> Option<Project> {
        let mut after = *project;
        if after.left.of(resource) > 0 {
            *after.left.of_mut(resource) -= 1;
        } else if after.any > 0 && self.cost(project.at).of(resource) > 0 {
            after.any -= 1;
        } else {
            return None;
        }
        Some(after)
    }

    /// AR-51: whether a team can give a resource, so that the project can still be paid.
    pub(crate) fn after_giving(&self, project: &Project, team: u8, resource: Resource) -> Option<Project> {
        if self.team(team).goods.of(resource) == 0 || self.builder(team).is_none() {
            return None;
        }
        let mut after = self.after_paying(project, resource)?;
        *after.given[usize::from(team)].of_mut(resource) += 1;
        let mut rest = self.goods_of(self.builders());
        *rest.of_mut(resource) -= 1;
        self.is_payable_with(&after, rest).then_some(after)
    }

    /// AR-R37: whether a team can use a discount for a resource.
    pub(crate) fn after_discount(&self, project: &Project, team: u8, resource: Resource) -> Option<Project> {
        let own = project.less[usize::from(team)];
        if self.builder(team).is_none() || own >= self.discount(team) || self.discounts_left(project) == 0 {
            return None;
        }
        let mut after = self.after_paying(project, resource)?;
        after.less[usize::from(team)] += 1;
        self.is_payable_with(&after, self.goods_of(self.builders())).then_some(after)
    }

    fn is_payable_with(&self, project: &Project, goods: Goods) -> bool {
        let cost = self.cost(project.at);
        let (mut missing, mut spare) = (0, 0);
        for resource in Resource::ALL {
            let (there, left) = (goods.of(resource), project.left.of(resource));
            missing += left.saturating_sub(there);
            if cost.of(resource) > 0 {
                spare += there.saturating_sub(left);
            }
        }
        missing + project.any.saturating_sub(spare) <= self.discounts_left(project)
    }

    /// AR-51: opens a project. If only the opener can pay and nothing is to be chosen, it is paid at once.
    pub(crate) fn open_project(&mut self, team: u8, at: u8, turn: &mut Turn<'_, Event>) {
        turn.tell("AR-51", || Event::Opened { team, component: self.gate[usize::from(at)] });
        let mut project = self.project(team, at);
        let alone = self.builders() == Seats::one(Seat(team));
        if alone && project.any == 0 && self.discount(team) == 0 {
            for resource in Resource::ALL {
                *self.team_mut(team).goods.of_mut(resource) -= project.left.of(resource);
            }
            project.given[usize::from(team)] = project.left;
            project.left = Goods::default();
        }
        self.pending.push(Pending::Project(project));
    }

    /// AR-51: a team gives a resource.
    pub(crate) fn give(
        &mut self,
        project: &Project,
        team: u8,
        resource: Resource,
        turn: &mut Turn<'_, Event>,
    ) {
        let after = self.after_giving(project, team, resource).expect("the gift was judged");
        *self.team_mut(team).goods.of_mut(resource) -= 1;
        turn.tell("AR-51", || Event::Gave { team, resource });
        self.pending.replace(Pending::Project(after));
    }

    /// AR-R37: a team uses a discount.
    pub(crate) fn use_discount(
        &mut self,
        project: &Project,
        team: u8,
        resource: Resource,
        turn: &mut Turn<'_, Event>,
    ) {
        let after = self.after_discount(project, team, resource).expect("the discount was judged");
        turn.tell("AR-R37", || Event::Discounted { team, resource });
        self.pending.replace(Pending::Project(after));
    }

    /// AR-51: a seat that is asked to pay gives up the project, and everybody takes their goods back.
    pub(crate) fn drop_project(&mut self, project: &Project, turn: &mut Turn<'_, Event>) {
        for (team, given) in self.teams.iter_mut().zip(project.given) {
            team.goods = team.goods.plus(given);
        }
        self.this_round.dropped[usize::from(project.opener)] |= 1 << project.at;
        turn.tell("AR-51", || Event::Dropped {
            team: project.opener,
            component: self.gate[usize::from(project.at)],
        });
        self.pending.pop();
    }

    /// AR-51, AR-52: the project is paid, so the component is built.
    pub(crate) fn finish_project(&mut self, project: &Project, turn: &mut Turn<'_, Event>) {
        self.pending.pop();
        self.built[usize::from(project.at)] = self.round;
        let component = self.gate[usize::from(project.at)];
        turn.tell("AR-51", || Event::Built { team: project.opener, component });
        let mut opener = None;
        for team in self.all_teams() {
            let index = usize::from(team);
            let took_part = team == project.opener || project.given[index].total() + project.less[index] > 0;
            if took_part {
                let figure = self.builder(team).expect("a seat takes part with a figure");
                let figure = self.lay_down(figure);
                if team == project.opener {
                    opener = Some(figure);
                }
                self.bless(figure, turn);
            }
        }
        let content: &'static crate::Content = self.content.get();
        let it = content.component(component);
        if it.lasting == Some(Lasting::DoubleEnergy) {
            // AR-R18: prices change, so what was pledged for the old ones is returned.
            self.return_all_pledges();
        }
        self.run(&it.now, opener.expect("the opener took part"), None, turn);
    }
}
