import { cloth, type Print, printSvg } from './prints.ts';
import { circle, line, path, picture, rect, repeat } from './svg.ts';

/** The side of a picture of goods, in pixels. */
const side = 720;

/** What is drawn of one product. `colour` is that of the thing, `#RRGGBB`. */
export interface Goods {
  readonly print: Print;
  readonly colour: string;
}

const grounds = ['#F4EADB', '#E8EDEF', '#F3E2DF', '#E5EEE4', '#ECE6F2', '#F6EDD0'];

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** Whether something light is readable on the colour. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
}

/** A colour with so much black (below 0) or white (above 0) in it. */
function tinted(colour: string, share: number): string {
  const aim = share < 0 ? 0 : 255;
  const mixed = channels(colour).map((one) => Math.round(one + (aim - one) * Math.abs(share)));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

const inkOn = (colour: string) => (isDark(colour) ? '#FFF3DC' : '#26191B');

function placed(print: Print, colour: string, box: { x: number; y: number; size: number }): string {
  const scale = box.size / 200;
  return `<g transform="translate(${String(box.x)} ${String(box.y)}) scale(${String(scale)})">${printSvg(print, inkOn(colour))}</g>`;
}

const shadow = (y: number, width: number) =>
  `<ellipse cx="360" cy="${String(y)}" rx="${String(width)}" ry="22" fill="#26191B" opacity=".16"/>`;

function tee({ print, colour }: Goods): string {
  const body =
    'M226 142l72-30c16 46 108 46 124 0l72 30c36 22 86 92 112 146l-78 56-34-44c-4 96-4 204 2 298-88 18-184 18-272 0 6-94 6-202 2-298l-34 44-78-56c26-54 76-124 112-146z';
  return (
    shadow(640, 190) +
    path(body, colour, `stroke="${tinted(colour, -0.28)}" stroke-width="3"`) +
    path('M298 112c16 46 108 46 124 0l10 5c-14 60-130 60-144 0z', tinted(colour, -0.18)) +
    path('M226 300c10 90 6 200 0 298 20 4 40 7 60 9-40-92-52-210-60-307z', tinted(colour, -0.12), 'opacity=".7"') +
    line('M190 300c14-22 26-52 32-84M530 300c-14-22-26-52-32-84', tinted(colour, -0.22), 3) +
    placed(print, colour, { x: 266, y: 226, size: 188 })
  );
}

function hoodie({ print, colour }: Goods): string {
  const dark = tinted(colour, -0.2);
  return (
    shadow(652, 200) +
    path(
      'M214 176c40-26 76-40 146-40s106 14 146 40c44 30 76 220 88 380l-76 18-24-150c4 66 6 130 10 186-96 22-192 22-288 0 4-56 6-120 10-186l-24 150-76-18c12-160 44-350 88-380z',
      colour,
      `stroke="${tinted(colour, -0.3)}" stroke-width="3"`,
    ) +
    path('M268 168c-14-70 30-112 92-112s106 42 92 112c-20 44-60 66-92 66s-72-22-92-66z', dark) +
    path('M298 162c-8-48 22-76 62-76s70 28 62 76c-16 30-40 46-62 46s-46-16-62-46z', tinted(colour, -0.42)) +
    line('M336 206c-2 40-4 62-8 88M384 206c2 40 4 62 8 88', '#FFF3DC', 5) +
    path('M268 470h184l34 92c-84 14-168 14-252 0z', tinted(colour, -0.09), `stroke="${dark}" stroke-width="3"`) +
    path('M222 606c92 20 184 20 276 0v22c-92 20-184 20-276 0z', dark) +
    placed(print, colour, { x: 284, y: 288, size: 152 })
  );
}

function mug({ print, colour }: Goods): string {
  const light = tinted(colour, 0.2);
  return (
    shadow(586, 190) +
    line('M492 280c120-20 120 190 4 180', tinted(colour, -0.14), 40) +
    line('M492 280c120-20 120 190 4 180', colour, 28) +
    path('M190 190h320v350c0 60-320 60-320 0z', colour) +
    `<clipPath id="mug"><path d="M190 286c0 30 320 30 320 0v180c0 30-320 30-320 0z"/></clipPath><g clip-path="url(#mug)"><g transform="translate(190 270)">${cloth(print.userName, 320, 230)}</g></g>` +
    circle(350, 392, 84, '#FFF8EC') +
    `<g transform="translate(282 324) scale(.68)">${printSvg({ ...print, shape: 'mark' }, '#26191B')}</g>` +
    `<ellipse cx="350" cy="190" rx="160" ry="34" fill="${light}"/><ellipse cx="350" cy="194" rx="144" ry="26" fill="#5A3320"/>` +
    path('M206 230h26v320c-16-6-26-12-26-22z', '#FFFFFF', 'opacity=".28"') +
    line('M300 130c-20-26 20-40 0-70M364 126c-20-26 20-40 0-70M420 132c-16-22 16-34 0-60', '#FFFFFF', 9, 'opacity=".7"')
  );
}

function sticker({ print, colour }: Goods): string {
  const one = (x: number, y: number, size: number, turn: number, what: Print) =>
    `<g transform="translate(${String(x)} ${String(y)}) rotate(${String(turn)})">${circle(6, 12, size * 0.62, '#26191B', 'opacity=".14"')}${circle(0, 0, size * 0.62, '#FFFFFF')}${circle(0, 0, size * 0.56, colour)}<g transform="translate(${String(-size * 0.44)} ${String(-size * 0.44)}) scale(${String((size * 0.88) / 200)})">${printSvg(what, inkOn(colour))}</g></g>`;
  return (
    one(300, 300, 330, -8, print) +
    one(548, 520, 190, 14, { ...print, shape: 'mark' }) +
    `<g transform="translate(214 584) rotate(-5)">${rect(-110, -52, 220, 104, '#26191B', 'rx="18" opacity=".14"')}${rect(-116, -62, 220, 104, '#FFFFFF', 'rx="18"')}<clipPath id="strip"><rect x="-106" y="-52" width="200" height="84" rx="12"/></clipPath><g clip-path="url(#strip)"><g transform="translate(-106 -52)">${cloth(print.userName, 200, 84)}</g></g></g>`
  );
}

function poster({ print, colour }: Goods): string {
  return (
    rect(0, 600, side, 120, '#D9C3A0') +
    rect(178, 62, 384, 520, '#26191B', 'opacity=".16"') +
    rect(166, 48, 388, 524, '#3A2A22') +
    rect(180, 62, 360, 496, colour) +
    `<g transform="translate(204 86)">${cloth(print.userName, 312, 448)}</g>` +
    circle(360, 300, 122, colour) +
    circle(360, 300, 122, 'none', 'stroke="#26191B" stroke-width="6"') +
    placed({ ...print, shape: 'mark' }, colour, { x: 264, y: 204, size: 192 }) +
    rect(60, 560, 60, 46, '#B5603C', 'rx="6"') +
    line('M90 560c-6-60-40-70-44-104M90 560c0-70 20-90 40-120M90 560c2-40-10-70-2-120', '#2F8F5B', 9)
  );
}

function cap({ print, colour }: Goods): string {
  const dark = tinted(colour, -0.2);
  return (
    shadow(560, 230) +
    path(
      'M160 440c-14-190 70-270 200-270s214 80 200 270c-130-40-270-40-400 0z',
      colour,
      `stroke="${tinted(colour, -0.3)}" stroke-width="3"`,
    ) +
    line('M360 170c-70 60-96 150-100 246M360 170c70 60 96 150 100 246', dark, 3) +
    circle(360, 170, 13, dark) +
    path('M150 436c140-46 280-46 420 0 40 18 66 60 60 96-170-60-370-60-540 0-6-36 20-78 60-96z', dark) +
    path('M90 532c170-60 370-60 540 0l-4 10c-170-56-362-56-532 0z', tinted(colour, -0.4)) +
    placed(print, colour, { x: 286, y: 240, size: 148 })
  );
}

function tote({ print, colour }: Goods): string {
  return (
    shadow(650, 190) +
    line('M274 250c-6-200 178-200 172 0', tinted(colour, -0.22), 24) +
    path('M188 232h344l28 404c-132 18-268 18-400 0z', colour, `stroke="${tinted(colour, -0.25)}" stroke-width="3"`) +
    path('M188 232h344l3 34H185z', tinted(colour, -0.1)) +
    line('M262 250v40M286 250v40M434 250v40M458 250v40', tinted(colour, -0.3), 4) +
    path('M210 290c-10 110-16 220-24 342 30 4 40 4 60 5-20-120-24-230-36-347z', tinted(colour, -0.12), 'opacity=".6"') +
    placed(print, colour, { x: 256, y: 330, size: 210 })
  );
}

function notebook({ print, colour }: Goods): string {
  return (
    `<g transform="rotate(-6 360 360)">${rect(204, 124, 352, 500, '#26191B', 'rx="18" opacity=".16"')}${rect(196, 112, 352, 496, '#F7EFE0', 'rx="14"')}${repeat(6, (at) => rect(540, 126 + at, 14, 470, at % 2 === 0 ? '#E6DAC2' : '#FFF9EC'))}${rect(184, 104, 352, 500, colour, 'rx="18"')}` +
    `<clipPath id="spine"><rect x="184" y="104" width="78" height="500" rx="18"/></clipPath><g clip-path="url(#spine)"><g transform="translate(184 104)">${cloth(print.userName, 78, 500)}</g></g>` +
    placed(print, colour, { x: 308, y: 220, size: 180 }) +
    rect(492, 104, 16, 500, tinted(colour, -0.35)) +
    path('M420 602h26v58l-13-14-13 14z', '#C2334D') +
    '</g>'
  );
}

const drawings = { tee, hoodie, mug, sticker, poster, cap, tote, notebook } as const;

/** The kinds of goods that there are. */
export type GoodsKind = keyof typeof drawings;

/** Goods of a kind in a colour, with a creator's print, before a calm wall. */
export function goodsSvg(kind: GoodsKind, goods: Goods): string {
  const seed = [...`${kind}${goods.print.userName}`].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0);
  const ground = grounds[seed % grounds.length] ?? '#F4EADB';
  const wall =
    rect(0, 0, side, side, ground) +
    `<radialGradient id="lamp" cx=".3" cy=".2" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    rect(0, 0, side, side, 'url(#lamp)');
  return picture(side, side, wall + drawings[kind](goods));
}
