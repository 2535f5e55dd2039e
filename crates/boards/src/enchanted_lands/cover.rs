//! The cover: one tower through the four Times of day, in four strips.
//!
//! The drawing has its own shapes and its own names, so that it can stand on any page, with or without the drawings of
//! the board. Shapes are drawn once; each strip shows all of them in the colours of its Time.

use std::sync::LazyLock;

use maud::{Markup, PreEscaped};

use super::ink::{Ink, crown, wood};

/// The Times, from the left.
const TIMES: [&str; 4] = ["dawn", "day", "sunset", "night"];

/// The skies from top to bottom: offsets and colours.
const SKIES: [&[(&str, &str)]; 4] = [
    &[("0", "#6f74b8"), (".3", "#b695c6"), (".52", "#f6b0b2"), (".72", "#ffe3b4")],
    &[("0", "#2b83d0"), (".42", "#7cc3ee"), (".72", "#e2f4ee")],
    &[("0", "#2c2259"), (".22", "#6b3581"), (".42", "#cf4f70"), (".58", "#ff8f4f"), (".74", "#ffd67c")],
    &[("0", "#060a22"), (".36", "#101d4d"), (".6", "#27488a"), (".78", "#5b8bb5")],
];

/// The layers from back to front: a shape, and its colour at each Time whose strip it reaches.
fn layers() -> Vec<(String, [&'static str; 4])> {
    let mut layers: Vec<(String, [&str; 4])> = Vec::new();
    let mut layer = |path: String, colours: [&'static str; 4]| layers.push((path, colours));
    // Mountains, with the light on one side of them, and hills.
    layer(
        "M0 268L34 214 58 240 92 186 130 244 166 218 206 252 248 196 280 236 306 208 332 240V330H0Z".into(),
        ["#d9a0b8", "#a9d2e2", "#d9735f", "#2f5288"],
    );
    layer(
        "M34 214L58 240 50 262 38 246 26 262 22 233ZM92 186L130 244 108 236 98 252 86 232 74 246 68 224ZM248 196\
         L280 236 262 232 250 250 238 228 226 240 230 220ZM306 208L332 240V256L308 232 294 246 288 230Z"
            .into(),
        ["#e8bcc6", "#cde7ee", "#eb9370", "#3e659c"],
    );
    layer(
        "M0 296Q40 262 84 284T176 276T262 282T332 268V380H0Z".into(),
        ["#bb8fb6", "#7fbcb4", "#a9506b", "#21406f"],
    );
    layer(wood(-4, 336, 334, [36, 32], 21), ["#8f7dab", "#4f9781", "#713b66", "#182e59"]);
    layer("M0 332H332V446H0Z".into(), ["#93889f", "#5aa052", "#5c4049", "#163346"]);
    // The crag: in the shade, and lit.
    layer(
        "M92 400L112 366 108 352 128 336 134 318 150 306H204L214 322 232 334 230 352 250 372 262 400Z".into(),
        ["#85768f", "#828e90", "#6d4664", "#384877"],
    );
    layer(
        "M92 400L112 366 108 352 128 336 134 318 150 306H176L160 330 166 350 146 366 152 400ZM190 336L204 318 212 324 \
         202 344ZM206 372L220 356 232 364 222 384Z"
            .into(),
        ["#c5abae", "#b6bcb4", "#a46a70", "#5d71a0"],
    );
    // The turret and its roof.
    layer("M196 216H230V236L220 250V268L204 280 196 280Z".into(), ["", "#838f92", "#74496a", ""]);
    layer("M196 216H212V272L196 280Z".into(), ["", "#bcc2ba", "#b37476", ""]);
    layer("M189 217L212 154 236 217Q212 224 189 217Z".into(), ["", "#3f62a8", "#7a2f62", ""]);
    layer("M189 217L212 154 208 221Q198 220 189 217Z".into(), ["", "#5f86c8", "#9c4670", ""]);
    // The tower: shade, wall, and the side that the light falls on.
    layer(
        "M144 310L149 128H197L203 310Q174 320 144 310ZM138 108H208L212 130Q174 142 134 130Z".into(),
        ["", "#8b979a", "#73486a", ""],
    );
    layer(
        "M144 310L149 128H181L184 316Q162 317 144 310ZM138 108H182L183 137Q156 137 134 130Z".into(),
        ["", "#c3c8c0", "#b27375", ""],
    );
    layer(
        "M144 310L149 128H160L159 315ZM138 108H152L150 134 134 130Z".into(),
        ["", "#e9ebe1", "#cf8f80", ""],
    );
    layer(
        "M152 152h9v4h-9zM168 166h10v4h-10zM150 186h12v4h-12zM166 226h12v4h-12zM151 246h10v4h-10zM160 282h12v4h-12zM186 \
         158h8v4h-8zM188 206h9v4h-9zM187 262h10v4h-10zM189 292h9v4h-9zM148 296h9v4h-9z"
            .into(),
        ["", "#99a4a4", "#8d5a6e", ""],
    );
    // The roof, its lit side, and the rows of slates.
    layer("M124 111L172 20 222 111Q172 128 124 111Z".into(), ["", "#3a5ca3", "#732b5f", ""]);
    layer("M124 111L172 20 166 121Q142 119 124 111Z".into(), ["", "#5f86c8", "#9a446f", ""]);
    layer(
        "M136 88q36 13 73 0l3 5q-39 14-79 0zM149 64q23 9 46 0l3 5q-26 10-52 0zM160 43q12 5 24 0l3 5q-15 6-29 0z".into(),
        ["", "#31508f", "#642456", ""],
    );
    layer("M171 22V-4h3V22ZM211 156V140h2V156Z".into(), ["", "#6a452f", "#4c2a3a", ""]);
    layer(
        "M174-3Q188-9 196-1T220-1L214 8 220 17Q206 23 196 15T174 15Z".into(),
        ["", "#dd3f3c", "#d1363f", ""],
    );
    // Windows.
    layer(
        "M164 184V166a9 11 0 0 1 18 0V184ZM158 268V254a6 8 0 0 1 12 0V268ZM168 92V82a5 6 0 0 1 10 0V92ZM208 244V234a4.5 \
         6 0 0 1 9 0V244ZM186 222V212a4 5 0 0 1 8 0V222Z"
            .into(),
        ["", "#4a4038", "#ffd060", ""],
    );
    layer(
        "M172 156h2v28h-2zM164 171h18v2h-18zM160 184h26v4h-26zM155 268h18v4h-18zM205 244h15v3h-15z".into(),
        ["", "#dfe2d8", "#73486a", ""],
    );
    // Ivy, and the stair.
    layer(
        "M146 311Q158 292 149 268T158 214Q161 204 156 196L160 194Q167 204 163 218 154 246 156 268 164 294 152 312Z".into(),
        ["", "#4c983f", "#6c4a3f", ""],
    );
    layer(
        [(150, 300), (158, 284), (149, 266), (157, 246), (162, 226), (154, 210), (162, 198)]
            .into_iter()
            .map(|(x, y)| crown(x, y, 6, 5, 6, 3))
            .collect(),
        ["", "#7cc04a", "#9a663e", ""],
    );
    layer(
        "M172 318h20v4h-20zM168 330h22v4h-22zM172 342h22v4h-22zM180 354h22v4h-22zM176 366h24v4h-24zM166 378h26v4h-26z".into(),
        ["", "#e6e8dd", "#f0ae80", ""],
    );
    // The wood in front, in two rows.
    layer(firs(&FAR), ["#978db0", "#3b8a47", "#563c47", "#143643"]);
    layer(
        "M0 392Q50 368 104 386T206 392T332 372V446H0Z".into(),
        ["#c6ba8e", "#86bd50", "#8a5b45", "#1f4759"],
    );
    layer(firs(&NEAR), ["#5b6187", "#2a6f3a", "#402c3c", "#0d2733"]);
    layer(
        "M0 424Q60 402 130 418T250 420T332 410V446H0Z".into(),
        ["#8b9880", "#529743", "#4a3540", "#122c3c"],
    );
    layers
}

/// The trees behind: where they stand, and their sizes in tenths of 40.
const FAR: [(i32, i32, i32); 8] = [
    (20, 392, 26),
    (58, 388, 20),
    (88, 394, 24),
    (116, 396, 15),
    (238, 396, 16),
    (264, 392, 26),
    (292, 388, 20),
    (318, 390, 28),
];

/// The trees in front.
const NEAR: [(i32, i32, i32); 8] = [
    (-2, 430, 34),
    (38, 426, 24),
    (70, 430, 17),
    (104, 428, 12),
    (244, 430, 13),
    (276, 428, 22),
    (302, 432, 16),
    (334, 430, 34),
];

fn firs(trees: &[(i32, i32, i32)]) -> String {
    let fir = |(x, y, size): &(i32, i32, i32)| {
        let s = |n: i32| n * size / 20;
        format!(
            "M{x} {}l{} {} {} 0 {} {} {} 0 {} {}H{}l{} {} {} 0 {} {} {} 0Z",
            y - s(80),
            s(14),
            s(26),
            -s(6),
            s(13),
            s(25),
            -s(8),
            s(16),
            s(29),
            x - s(29),
            s(16),
            -s(29),
            -s(8),
            s(13),
            -s(25),
            -s(6),
        )
    };
    trees.iter().map(fir).collect::<String>().replace(" -", "-")
}

/// What only one Time has: its sun or moon, clouds, birds, stars and lamps. `true` is behind the layers.
const LIGHTS: [(usize, bool, &str); 8] = [
    (
        0,
        true,
        "<circle cx='56' cy='232' r='80' fill='url(#el-cover-glow)'/><circle cx='56' cy='232' r='19' fill='#fff3d6'/>\
         <path fill='#ffe6da' opacity='.6' d='M-6 96q40-12 92-2q-44 10-92 2zM24 128q34-9 70-1v6q-40 5-70-5zM-8 \
         170q34-9 62-2q-26 8-62 7z'/>",
    ),
    (
        1,
        true,
        "<g fill='#fff'><path opacity='.95' d='M50 138a13 13 0 0 1 8-23a20 20 0 0 1 36-12a17 17 0 0 1 30 10a13 13 0 0 1 \
         6 25z'/><path opacity='.7' d='M80 62a9 9 0 0 1 8-14a14 14 0 0 1 26-4a11 11 0 0 1 18 8a7 7 0 0 1 0 10zM90 \
         222a8 8 0 0 1 7-13a13 13 0 0 1 24-3a10 10 0 0 1 16 7a6 6 0 0 1 0 9z'/></g>",
    ),
    (
        2,
        true,
        "<circle cx='236' cy='256' r='120' fill='url(#el-cover-glow)'/><circle cx='240' cy='262' r='30' \
         fill='#fff3c4'/><path fill='#ffab78' opacity='.75' d='M160 172q40-12 100-3q-50 9-100 3zM200 206q40-8 \
         60-2v5q-30 4-60-3z'/><path fill='#57306f' opacity='.6' d='M160 74q50-15 100-3q-50 13-100 3z'/>",
    ),
    (
        3,
        true,
        "<circle cx='290' cy='92' r='70' fill='url(#el-cover-moon)'/><circle cx='290' cy='92' r='27' \
         fill='#f2f4ff'/><path fill='#c9d4ef' d='M281 82a6 6 0 1 0 9 5a5 5 0 0 0-9-5zM298 98a4 4 0 1 0 6 3a4 4 0 0 \
         0-6-3zM284 104a3 3 0 1 0 4 2z'/><path fill='none' stroke='#fff' stroke-linecap='round' stroke-width='2.4' \
         d='M262 28h0M318 40h0M274 150h0M322 160h0M258 108h0M300 18h0M316 196h0M264 190h0M292 220h0M252 60h0'/>",
    ),
    (
        0,
        false,
        "<path fill='none' stroke='#4d4562' stroke-width='3' stroke-linecap='round' d='M30 \
         122q8-8 13 0q7-8 14 0M54 150q5-5 9 0q5-5 9 0'/>",
    ),
    (
        1,
        false,
        "<path fill='none' stroke='#23415a' stroke-width='3' stroke-linecap='round' d='M94 \
         84q8-8 13 0q7-8 14 0'/>",
    ),
    (
        2,
        false,
        "<g fill='url(#el-cover-lamp)'><circle cx='190' cy='217' r='24'/><circle cx='213' cy='239' r='26'/><circle \
         cx='172' cy='174' r='40'/></g>",
    ),
    (
        3,
        false,
        "<g fill='url(#el-cover-lamp)'><circle cx='270' cy='356' r='30'/><circle cx='310' cy='330' \
         r='20'/><circle cx='256' cy='398' r='20'/><circle cx='306' cy='394' r='26'/></g><path fill='none' \
         stroke='#ffe9a0' stroke-linecap='round' stroke-width='5' d='M270 356h0M310 330h0M256 398h0M306 394h0'/>",
    ),
];

/// A picture that fills any box.
pub(super) fn cover() -> Markup {
    static COVER: LazyLock<String> = LazyLock::new(draw);
    PreEscaped(COVER.clone())
}

fn draw() -> String {
    let (layers, mut ink) = (layers(), Ink::default());
    ink.raw(
        "<svg class=\"cover\" viewBox=\"0 0 332 446\" preserveAspectRatio=\"xMidYMid slice\" role=\"img\" \
         aria-label=\"One tower at dawn, at day, at sunset and at night\"><defs>",
    );
    for (id, bright, edge) in
        [("glow", "#ffeeb4", "#ffd890"), ("moon", "#c9dcff", "#7aa0f0"), ("lamp", "#ffe08a", "#ffb040")]
    {
        ink.put(format_args!(
            "<radialGradient id=\"el-cover-{id}\"><stop stop-color=\"{bright}\" stop-opacity=\".75\"/>\
             <stop offset=\"1\" stop-color=\"{edge}\" stop-opacity=\"0\"/></radialGradient>"
        ));
    }
    for (time, sky) in TIMES.into_iter().zip(SKIES) {
        ink.put(format_args!("<linearGradient id=\"el-cover-{time}\" x2=\"0\" y2=\"1\">"));
        for (offset, colour) in sky {
            ink.put(format_args!("<stop offset=\"{offset}\" stop-color=\"{colour}\"/>"));
        }
        ink.raw("</linearGradient>");
    }
    for n in 0..TIMES.len() {
        let x = n * 83;
        ink.put(format_args!("<clipPath id=\"el-cover-c{n}\"><path d=\"M{x} -9h84v464h-84z\"/></clipPath>"));
    }
    for (n, (path, _)) in layers.iter().enumerate() {
        ink.put(format_args!("<path id=\"el-cover-{n}\" d=\"{path}\"/>"));
    }
    ink.raw("</defs>");
    for (n, time) in TIMES.into_iter().enumerate() {
        let x = n * 83;
        let lights = |behind: bool| {
            let own = LIGHTS.iter().filter(move |it| it.0 == n && it.1 == behind);
            own.map(|it| it.2.replace('\'', "\"")).collect::<String>()
        };
        ink.put(format_args!(
            "<g clip-path=\"url(#el-cover-c{n})\"><path fill=\"url(#el-cover-{time})\" d=\"M{x} 0h84v446h-84z\"/>"
        ));
        ink.raw(&lights(true));
        let reach = layers.iter().enumerate().filter(|(_, (_, colours))| !colours[n].is_empty());
        for (layer, (_, colours)) in reach {
            ink.put(format_args!("<use href=\"#el-cover-{layer}\" fill=\"{}\"/>", colours[n]));
        }
        ink.raw(&lights(false));
        ink.raw("</g>");
    }
    ink.raw("</svg>");
    ink.svg
}
