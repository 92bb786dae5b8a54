import { type Colour, circle, colour, line, path, picture, rect, repeat, star } from './svg.ts';

type Hair = 'long' | 'bob' | 'bun' | 'short' | 'side' | 'curly' | 'braids' | 'shaved';
type Extra = 'doppa' | 'headphones' | 'beret' | 'cap' | 'scarf' | 'earrings' | 'glasses' | 'beard' | 'moustache';

/** How somebody looks. */
export interface Portrait {
  /** 0 the lightest … 3 the darkest. */
  readonly skin: 0 | 1 | 2 | 3;
  readonly hair: Hair;
  readonly hairColour: string;
  readonly ground: Colour;
  readonly backdrop: 'sun' | 'arch' | 'rays' | 'tiles' | 'hills' | 'ikat';
  readonly accent: Colour;
  readonly cloth: Colour;
  readonly collar: 'round' | 'hood' | 'shirt' | 'atlas';
  readonly extras: readonly Extra[];
}

const skins = ['#F6D3B3', '#EDBE95', '#D99F6F', '#B97A4F'] as const;

function backdrop({ backdrop: kind, accent }: Portrait): string {
  const fill = colour[accent];
  if (kind === 'sun') return circle(200, 170, 150, fill);
  if (kind === 'arch') return `${path('M60 400V190C60 110 130 60 200 20C270 60 340 110 340 190V400Z', fill)}`;
  if (kind === 'rays') {
    return repeat(12, (at) =>
      path('M200 190L165-140L235-140Z', fill, `opacity=".8" transform="rotate(${at * 30} 200 190)"`),
    );
  }
  if (kind === 'tiles') {
    const tile = (at: number) => star(50 + (at % 4) * 100, 50 + Math.floor(at / 4) * 100, 46, 26, 8, fill);
    return repeat(16, tile);
  }
  if (kind === 'hills') {
    return (
      circle(300, 110, 52, fill) +
      path('M0 300C90 200 150 260 220 220C300 180 350 240 400 200V400H0Z', fill, 'opacity=".7"')
    );
  }
  return repeat(5, (at) => {
    const x = 40 + at * 80;
    const leaf = (size: number) => `M${x} ${200 - size * 3}L${x + size} 200L${x} ${200 + size * 3}L${x - size} 200Z`;
    return path(leaf(34), fill, 'opacity=".85"') + path(leaf(18), colour.paper, 'opacity=".7"') + path(leaf(8), fill);
  });
}

const shoulders = 'M48 400C50 322 112 292 168 284L232 284C288 292 350 322 352 400Z';

function clothes({ cloth, collar, accent, skin }: Portrait): string {
  const fill = colour[cloth];
  const body = path(shoulders, fill);
  const shade = path('M200 284H232C288 292 350 322 352 400H200Z', '#000', 'opacity=".08"');
  const opening = path('M166 284C172 318 228 318 234 284Z', skins[skin]);
  if (collar === 'round') return body + shade + opening + line('M164 285C172 322 228 322 236 285', colour[accent], 9);
  if (collar === 'hood') {
    const hood = path(
      'M120 306C130 268 160 262 176 262L200 320L224 262C240 262 270 268 280 306C260 330 226 344 200 344C174 344 140 330 120 306Z',
      fill,
    );
    return `${body + shade + hood + path('M120 306C140 330 174 344 200 344C226 344 260 330 280 306L284 318C262 346 226 358 200 358C174 358 138 346 116 318Z', '#000', 'opacity=".16"')}${opening}${line('M182 330V378M218 330V372', colour.paper, 5)}`;
  }
  if (collar === 'shirt') {
    return `${body + shade + opening}${path('M166 280L200 322L176 344L150 292Z', colour.paper)}${path('M234 280L200 322L224 344L250 292Z', colour.paper)}${line('M200 326V400', '#000', 2, 'opacity=".25"')}`;
  }
  const stripe = (at: number) => {
    const x = 60 + at * 40;
    const leaf = (size: number) => `M${x} ${350 - size * 3}L${x + size} 350L${x} ${350 + size * 3}L${x - size} 350Z`;
    return path(leaf(20), colour[accent]) + path(leaf(11), colour.honey) + path(leaf(5), colour.wine);
  };
  return `<clipPath id="s"><path d="${shoulders}"/></clipPath>${body}<g clip-path="url(#s)">${repeat(8, stripe)}</g>${shade}${opening}`;
}

/** Hair that hangs behind head and neck. */
function hairBehind({ hair, hairColour: fill }: Portrait): string {
  if (hair === 'long')
    return path(
      'M122 180C108 66 292 66 278 180C280 240 300 290 292 340C262 356 138 356 108 340C100 290 120 240 122 180Z',
      fill,
    );
  if (hair === 'bob')
    return path(
      'M124 180C110 70 290 70 276 180C280 214 284 236 276 256C240 268 160 268 124 256C116 236 120 214 124 180Z',
      fill,
    );
  if (hair === 'bun') return circle(200, 66, 36, fill) + path('M134 200C116 80 284 80 266 200Z', fill);
  if (hair === 'curly') {
    const curl = (at: number) => {
      const angle = Math.PI * (0.9 + (at / 12) * 1.2);
      return circle(200 + Math.cos(angle) * 74, 172 + Math.sin(angle) * 82, 27, fill);
    };
    return repeat(13, curl) + circle(200, 140, 70, fill);
  }
  if (hair === 'braids') {
    const braid = (x: number) =>
      repeat(
        8,
        (at) => `<ellipse cx="${x + (at % 2) * 6 - 3}" cy="${206 + at * 22}" rx="15" ry="14" fill="${fill}"/>`,
      ) + circle(x, 384, 9, colour.saffron);
    return path('M128 190C112 76 288 76 272 190Z', fill) + braid(128) + braid(272);
  }
  return '';
}

function hairInFront({ hair, hairColour: fill }: Portrait): string {
  if (hair === 'bob')
    return path('M132 168C122 82 278 82 268 168C262 140 250 132 200 132C150 132 138 140 132 168Z', fill);
  if (hair === 'bun')
    return path('M134 172C120 74 280 74 266 172C258 132 232 116 200 116C168 116 142 132 134 172Z', fill);
  if (hair === 'short')
    return path(
      'M134 166C118 78 190 66 218 76C272 76 282 128 266 166C262 146 256 134 246 126C208 134 170 130 154 128C142 138 138 150 134 166Z',
      fill,
    );
  if (hair === 'side')
    return path(
      'M134 166C112 100 158 60 216 66C282 74 282 124 266 166C262 148 258 138 252 128C216 128 178 116 164 104C154 126 140 138 134 166Z',
      fill,
    );
  if (hair === 'curly')
    return (
      circle(160, 112, 22, fill) + circle(192, 104, 24, fill) + circle(226, 108, 23, fill) + circle(248, 126, 17, fill)
    );
  if (hair === 'shaved')
    return path(
      'M136 150C132 74 268 74 264 150C250 122 226 114 200 114C174 114 150 122 136 150Z',
      fill,
      'opacity=".55"',
    );
  return path(
    'M132 176C126 100 166 82 202 98C238 82 274 100 268 176C258 146 232 128 202 98C172 128 142 146 132 176Z',
    fill,
  );
}

function face({ skin, hairColour, extras }: Portrait): string {
  const fill = skins[skin];
  const head = `<ellipse cx="200" cy="172" rx="64" ry="76" fill="${fill}"/>`;
  const ears = circle(137, 180, 13, fill) + circle(263, 180, 13, fill);
  const neck =
    path('M174 226H226V286C226 304 174 304 174 286Z', fill) +
    path('M174 236C190 254 214 254 226 240V252C208 268 186 264 174 256Z', '#5B2B1B', 'opacity=".22"');
  const shade = path(
    'M200 96A64 76 0 0 1 200 248C214 210 196 190 208 176C198 150 204 120 200 96Z',
    '#5B2B1B',
    'opacity=".1"',
  );
  const brows = line('M158 157C166 150 178 150 186 155M214 155C222 150 234 150 242 157', hairColour, 5);
  const eyes =
    circle(173, 176, 5.5, colour.ink) +
    circle(227, 176, 5.5, colour.ink) +
    circle(175, 174, 1.6, '#fff') +
    circle(229, 174, 1.6, '#fff');
  const nose = line('M201 178C199 192 194 200 196 203C199 206 204 206 207 204', '#8A4B32', 3, 'opacity=".6"');
  const mouth = extras.includes('beard')
    ? line('M186 222C194 229 206 229 214 222', colour.paper, 4)
    : line('M182 220C192 231 208 231 218 220', '#A23B3F', 5);
  const cheeks =
    circle(158, 202, 12, colour.rose, 'opacity=".35"') + circle(242, 202, 12, colour.rose, 'opacity=".35"');
  return neck + ears + head + shade + cheeks + brows + eyes + nose + mouth;
}

function beard({ hairColour: fill, extras }: Portrait): string {
  const whole = path(
    'M138 186C142 262 176 268 200 268C224 268 258 262 262 186C254 206 240 208 226 208C214 202 186 202 174 208C160 208 146 206 138 186Z',
    fill,
  );
  const lip = path(
    'M170 214C184 204 194 206 200 210C206 206 216 204 230 214C216 220 208 218 200 215C192 218 184 220 170 214Z',
    fill,
  );
  return (extras.includes('beard') ? whole : '') + (extras.includes('moustache') ? lip : '');
}

function doppa(): string {
  const cap = path('M132 132C136 92 150 66 200 62C250 66 264 92 268 132C240 116 160 116 132 132Z', colour.ink);
  const pepper = (x: number) =>
    path(`M${x} 112C${x - 14} 100 ${x - 8} 80 ${x + 4} 78C${x - 2} 90 ${x + 8} 100 ${x} 112Z`, colour.paper);
  return (
    cap +
    pepper(168) +
    pepper(202) +
    pepper(236) +
    line('M133 131C162 115 238 115 267 131', colour.paper, 4, 'stroke-dasharray="2 8"')
  );
}

function worn({ extras, accent, cloth, hairColour }: Portrait): string {
  const parts: Partial<Record<Extra, string>> = {
    doppa: doppa(),
    headphones:
      line('M132 186C120 58 280 58 268 186', colour.ink, 13) +
      rect(116, 162, 26, 54, colour.paper, 'rx="12"') +
      rect(258, 162, 26, 54, colour.paper, 'rx="12"'),
    beret:
      path('M124 128C112 76 196 44 262 72C292 88 284 122 270 132C230 104 168 106 124 128Z', colour[cloth]) +
      circle(210, 56, 6, colour[cloth]),
    cap:
      path('M134 134C134 80 160 62 202 62C246 62 268 84 268 134C228 118 174 118 134 134Z', colour[cloth]) +
      path('M150 128C180 112 240 112 300 138C262 140 200 138 150 128Z', colour.ink, 'opacity=".75"'),
    scarf:
      path(
        'M118 210C100 60 300 60 282 210C286 260 266 290 236 300C262 250 270 196 262 150C240 108 160 108 138 150C130 196 138 250 164 300C134 290 114 260 118 210Z',
        colour[accent],
      ) + line('M140 150C162 108 238 108 260 150', colour.honey, 5),
    earrings:
      circle(136, 204, 7, colour.saffron) +
      circle(264, 204, 7, colour.saffron) +
      path('M136 208l7 20h-14zM264 208l7 20h-14z', colour.saffron),
    glasses:
      circle(173, 177, 22, '#fff', `fill-opacity=".18" stroke="${colour.ink}" stroke-width="5"`) +
      circle(227, 177, 22, '#fff', `fill-opacity=".18" stroke="${colour.ink}" stroke-width="5"`) +
      line(
        'M195 175C198 172 202 172 205 175M151 174L138 170M249 174L262 170',
        hairColour === colour.ink ? colour.ink : '#2A2226',
        5,
      ),
  };
  return extras.map((extra) => parts[extra] ?? '').join('');
}

/** A portrait as an SVG of 512 by 512. */
export function portraitSvg(portrait: Portrait): string {
  const inside = [
    rect(0, 0, 400, 400, colour[portrait.ground]),
    backdrop(portrait),
    hairBehind(portrait),
    clothes(portrait),
    face(portrait),
    beard(portrait),
    hairInFront(portrait),
    worn(portrait),
  ];
  return picture(512, 512, `<g transform="scale(1.28)">${inside.join('')}</g>`);
}
