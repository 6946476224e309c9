//! The columns of the rows of an analysis: built from the settings of a run, or recognised in a header.

use cubiform_cube::{Color, Frame};

use super::record::{Cell, Record};
use crate::analysis::columns::{Layout, Naming};
use crate::goals::Goals;
use crate::run::Run;

/// The contents of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// The id of the cube.
    Id,
    /// The scramble, or the facelets.
    Cube,
    /// The number of the cube in the input.
    Row,
    /// A carried column of the input, by its index.
    Carried(usize),
    /// The lengths of a stage and a frame, by the index of the pair: the wide layout.
    Length(usize),
    /// The goal of a length: the long layout.
    Goal,
    /// The stage of a length.
    Stage,
    /// The bottom colour of a length, or the side.
    Color,
    /// The length.
    Moves,
    /// The solutions of all stages.
    Solutions,
    /// Why a line has no lengths.
    Error,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub kind: ColumnKind,
}

/// The columns of rows, in order.
///
/// | layout | columns |
/// |---|---|
/// | wide | `id`, carried columns, one for each stage and frame |
/// | long | `id`, `row`, carried columns, `goal`, `stage`, `color` (`side` for a goal on axes), `moves` |
#[derive(Clone, Debug)]
pub struct Columns {
    /// The columns in order.
    pub list: Vec<Column>,
    /// The stages with their bottom colours, in the order of the lengths. A goal on axes has no colours.
    pub stages: Vec<(String, Vec<Color>)>,
    /// The goal of each stage.
    goals: Vec<String>,
    /// The stage and the frame of each length.
    lengths: Vec<(usize, Frame)>,
    /// The layout of the rows.
    pub layout: Layout,
    /// Whether each row has carried values of its own, under its own names.
    is_open: bool,
}

impl Column {
    fn new(name: impl Into<String>, kind: ColumnKind) -> Column {
        Column { name: name.into(), kind }
    }
}

impl Columns {
    /// Returns the columns for these stages, each after its goal, and frames.
    pub fn new<'a>(
        stages: impl Iterator<Item = (&'a str, &'a str)>,
        frames: &[Frame],
        carried: &[String],
        naming: Naming,
        layout: Layout,
    ) -> Columns {
        let colors: Vec<Color> = frames.iter().filter_map(|frame| frame.color()).collect();
        let (goals, stages): (Vec<String>, Vec<(String, Vec<Color>)>) =
            stages.map(|(goal, stage)| (goal.to_string(), (stage.to_string(), colors.clone()))).unzip();
        let of_stage = |i: usize| frames.iter().map(move |frame| (i, *frame));
        let lengths: Vec<(usize, Frame)> = (0..stages.len()).flat_map(of_stage).collect();
        let mut list = vec![Column::new("id", ColumnKind::Id)];
        if layout == Layout::Long {
            list.push(Column::new("row", ColumnKind::Row));
        }
        list.extend(carried.iter().enumerate().map(|(i, name)| Column::new(name, ColumnKind::Carried(i))));
        match layout {
            Layout::Wide => list.extend(lengths.iter().enumerate().map(|(i, (stage, frame))| {
                Column::new(naming.column(&stages[*stage].0, *frame), ColumnKind::Length(i))
            })),
            Layout::Long => list.extend([
                Column::new("goal", ColumnKind::Goal),
                Column::new("stage", ColumnKind::Stage),
                Column::new(if colors.is_empty() { "side" } else { "color" }, ColumnKind::Color),
                Column::new("moves", ColumnKind::Moves),
            ]),
        }
        Columns { list, stages, goals, lengths, layout, is_open: false }
    }

    /// Returns the columns of a file in the wide layout, whose goals are not known.
    pub(super) fn recognised(list: Vec<Column>, stages: Vec<(String, Vec<Color>)>, is_open: bool) -> Columns {
        let of_stage = |(i, (_, colors)): (usize, &(String, Vec<Color>))| {
            colors.iter().map(|color| (i, Frame::Bottom(*color))).collect::<Vec<_>>()
        };
        let lengths = stages.iter().enumerate().flat_map(of_stage).collect();
        Columns { list, stages, goals: Vec::new(), lengths, layout: Layout::Wide, is_open }
    }

    /// Returns the columns for the stages of `goals`.
    pub fn of_goals(
        goals: &Goals,
        frames: &[Frame],
        carried: &[String],
        naming: Naming,
        layout: Layout,
    ) -> Columns {
        let (names, stages) = (goals.names(), goals.stage_names());
        let goals = goals.goal_of_stages().into_iter().map(|goal| names.get(goal));
        Columns::new(goals.zip(stages.iter().map(|stage| &**stage)), frames, carried, naming, layout)
    }

    /// Returns the columns of a run. `goals` are the indices of the goals of the stages.
    pub fn of_run(run: &Run, goals: impl IntoIterator<Item = usize>) -> Columns {
        let goals = goals.into_iter().map(|goal| run.goal.get(goal));
        let stages = goals.zip(run.stages.iter().map(String::as_str));
        let color = |letter: char| Color::COLUMNS.into_iter().find(|color| color.letter() == letter);
        let frames = match &run.colors[..] {
            "" => Frame::sides(),
            letters => Frame::bottoms(letters.chars().filter_map(color)),
        };
        Columns::new(stages, &frames, &run.carried, run.columns, run.layout)
    }

    /// Adds the columns of cubes, under this name, and of row numbers after the ids. The long layout is unchanged: it
    /// repeats no cubes.
    #[must_use]
    pub fn with_cubes(mut self, name: &str) -> Columns {
        if self.layout == Layout::Wide {
            self.list
                .splice(1..1, [Column::new(name, ColumnKind::Cube), Column::new("row", ColumnKind::Row)]);
        }
        self
    }

    /// Adds a last column.
    #[must_use]
    pub fn with(mut self, name: &str, kind: ColumnKind) -> Columns {
        self.list.push(Column::new(name, kind));
        self
    }

    /// Returns the names of the carried columns; `None` if each row has its own.
    pub fn carried(&self) -> Option<Vec<&str>> {
        let carried = self.list.iter().filter(|column| matches!(column.kind, ColumnKind::Carried(_)));
        (!self.is_open).then(|| carried.map(|column| &column.name[..]).collect())
    }

    /// Returns the name of a column of lengths.
    ///
    /// # Panics
    /// Panics if there are fewer lengths.
    pub fn length_name(&self, length: usize) -> &str {
        let column = self.list.iter().find(|column| column.kind == ColumnKind::Length(length));
        &column.expect("a column of lengths").name
    }

    /// Returns the stage and the frame of a length.
    pub fn stage_and_frame(&self, length: usize) -> (&str, Frame) {
        let (stage, frame) = self.lengths[length];
        (&self.stages[stage].0, frame)
    }

    /// Returns the number of rows of each cube.
    pub fn rows_per_cube(&self) -> usize {
        match self.layout {
            Layout::Wide => 1,
            Layout::Long => self.lengths.len(),
        }
    }

    /// Returns the cells of a row of a cube; `row` is less than [`rows_per_cube`](Columns::rows_per_cube).
    pub fn cells<'a>(&'a self, record: &Record<'a>, row: usize) -> impl Iterator<Item = Cell<'a>> {
        self.list.iter().map(move |column| self.cell(column.kind, record, row))
    }

    /// Returns the cell of a column in a row of a cube.
    pub fn cell<'a>(&'a self, kind: ColumnKind, record: &Record<'a>, row: usize) -> Cell<'a> {
        let length = |i: usize| record.lengths.get(i).copied().flatten().map_or(Cell::Null, Cell::Length);
        match kind {
            ColumnKind::Id => Cell::Text(record.id),
            ColumnKind::Cube => record.cube.into(),
            ColumnKind::Row => record.row.map_or(Cell::Null, Cell::Number),
            ColumnKind::Carried(i) => record.carried.get(i).and_then(Option::as_deref).into(),
            ColumnKind::Length(i) => length(i),
            ColumnKind::Goal => Cell::Text(&self.goals[self.lengths[row].0]),
            ColumnKind::Stage => Cell::Text(self.stage_and_frame(row).0),
            ColumnKind::Color => Cell::Text(self.stage_and_frame(row).1.name()),
            ColumnKind::Moves => length(row),
            ColumnKind::Solutions if record.error.is_some() => Cell::Null,
            ColumnKind::Solutions => Cell::Solutions(record.stages),
            ColumnKind::Error => record.error.into(),
        }
    }
}
