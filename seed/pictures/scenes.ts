import type { Random } from '../random.ts';
import { circle, colour, line, path, rect, repeat } from './svg.ts';

/** Banners are drawn on a field of 1600 by 500. */
export const field = { width: 1_600, height: 500 } as const;

export type Scene = (random: Random) => string;

/** Vertical ground of two colours. */
function sky(from: string, to: string): string {
  return `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${rect(0, 0, field.width, field.height, 'url(#g)')}`;
}

/** A night of square hills, a square moon and a path of coins. */
export const game: Scene = (random) => {
  const hills = (base: number, step: number, fill: string) =>
    repeat(1_600 / step, (at) => {
      const height = base + Math.round(random.between(0, 4)) * 32;
      return rect(at * step, 500 - height, step + 1, height, fill);
    });
  const stars = repeat(60, () =>
    rect(
      random.whole(0, 200) * 8,
      random.whole(0, 30) * 8,
      6,
      6,
      colour.honey,
      `opacity="${random.between(0.3, 1).toFixed(2)}"`,
    ),
  );
  const moon =
    rect(1_180, 70, 128, 128, colour.honey) +
    rect(1_212, 102, 32, 32, colour.saffron) +
    rect(1_260, 150, 24, 24, colour.saffron);
  const coin = (at: number) =>
    rect(180 + at * 96, 210 - Math.round(Math.sin(at / 1.6) * 3) * 24, 36, 36, colour.saffron) +
    rect(192 + at * 96, 220 - Math.round(Math.sin(at / 1.6) * 3) * 24, 12, 16, colour.paper);
  return (
    sky(colour.night, colour.plum) +
    stars +
    moon +
    hills(150, 80, '#3B2E57') +
    hills(70, 64, colour.teal) +
    rect(0, 440, 1_600, 60, colour.pine) +
    repeat(9, coin)
  );
};

/** A signal's waves in neon over the night. */
export const stream: Scene = (random) => {
  const wave = (at: number) => {
    const height = random.between(30, 74);
    const phase = random.between(0, 3);
    const points = Array.from({ length: 81 }, (_, step) => {
      const swell = Math.sin((step / 80) * Math.PI) * height + 12;
      return `${step * 20} ${Math.round(250 + (at - 3.5) * 20 + Math.sin(step / 6 + phase) * swell)}`;
    });
    const stroke = [colour.pomegranate, colour.saffron, colour.rose, colour.honey][at % 4] ?? colour.rose;
    return line(`M${points.join('L')}`, stroke, 7 - (at % 3) * 2, `opacity="${(0.95 - at * 0.08).toFixed(2)}"`);
  };
  const bars = repeat(80, (at) => {
    const height = 14 + Math.abs(Math.sin(at / 5) * 90) + random.between(0, 50);
    return rect(
      at * 20 + 4,
      500 - height,
      11,
      height,
      colour.pomegranate,
      `opacity="${(0.25 + (at % 5) * 0.08).toFixed(2)}" rx="5"`,
    );
  });
  return (
    sky('#1A1323', '#3A1430') +
    circle(1_240, 200, 190, colour.pomegranate, 'opacity=".25"') +
    circle(1_240, 200, 130, colour.saffron, 'opacity=".3"') +
    bars +
    repeat(8, wave)
  );
};

/** Records and strings. */
export const music: Scene = (random) => {
  const record = (x: number, y: number, radius: number, label: string) =>
    circle(x, y, radius, colour.ink) +
    repeat(7, (at) =>
      circle(x, y, radius - 12 - at * 14, 'none', `stroke="#fff" stroke-opacity=".1" stroke-width="2"`),
    ) +
    circle(x, y, radius * 0.34, label) +
    circle(x, y, 9, colour.paper);
  const strings = repeat(6, (at) =>
    line(
      `M0 ${70 + at * 72}C500 ${70 + at * 72 + random.between(-60, 60)} 1100 ${70 + at * 72 + random.between(-60, 60)} 1600 ${70 + at * 72}`,
      colour.paper,
      3,
      'opacity=".55"',
    ),
  );
  const notes = repeat(7, () => {
    const x = random.between(420, 1_080);
    const y = random.between(90, 400);
    return `<ellipse cx="${x}" cy="${y}" rx="22" ry="16" fill="${colour.wine}" transform="rotate(-20 ${x} ${y})"/>${line(`M${x + 19} ${y - 6}V${y - 92}Q${x + 40} ${y - 78} ${x + 52} ${y - 52}`, colour.wine, 7)}`;
  });
  return (
    sky(colour.saffron, colour.clay) +
    strings +
    record(230, 270, 200, colour.pomegranate) +
    record(1_380, 220, 250, colour.teal) +
    notes
  );
};

/** A microphone before the bars of a voice. */
export const voice: Scene = (random) => {
  const bar = (at: number) => {
    if (Math.abs(at * 34 + 15 - 1_225) < 240) return '';
    const height = 60 + Math.abs(Math.sin(at / 4.3) * Math.cos(at / 9)) * 300 + random.between(0, 50);
    return rect(
      at * 34 + 6,
      250 - height / 2,
      18,
      height,
      at % 4 === 0 ? colour.saffron : colour.teal,
      `rx="9" opacity="${at % 4 === 0 ? 1 : 0.75}"`,
    );
  };
  const microphone =
    rect(1_160, 70, 130, 230, colour.pomegranate, 'rx="65"') +
    repeat(5, (at) => line(`M1178 ${120 + at * 34}H1272`, colour.paper, 5, 'opacity=".6"')) +
    line('M1120 230C1120 360 1330 360 1330 230M1225 330V430M1160 434H1290', colour.ink, 16);
  return rect(0, 0, 1_600, 500, colour.paper) + repeat(47, bar) + circle(1_225, 240, 205, colour.honey) + microphone;
};

/** Broad strokes of paint. */
export const paint: Scene = (random) => {
  const shades = [
    colour.pomegranate,
    colour.saffron,
    colour.teal,
    colour.rose,
    colour.leaf,
    colour.indigo,
    colour.clay,
  ];
  const stroke = (at: number) => {
    const y = random.between(20, 480);
    const x = random.between(-200, 900);
    return line(
      `M${x} ${y}C${x + 250} ${y - random.between(40, 190)} ${x + 520} ${y + random.between(40, 190)} ${x + random.between(650, 1_000)} ${y - random.between(-60, 90)}`,
      shades[at % shades.length] ?? colour.rose,
      random.between(34, 92),
      'opacity=".86"',
    );
  };
  const drops = repeat(40, (at) =>
    circle(
      random.between(0, 1_600),
      random.between(0, 500),
      random.between(3, 15),
      shades[at % shades.length] ?? colour.rose,
    ),
  );
  return rect(0, 0, 1_600, 500, colour.paper) + repeat(13, stroke) + drops;
};

/** Mountains at dusk in the frame of a camera. */
export const photograph: Scene = (random) => {
  const ridge = (base: number, rough: number, fill: string) => {
    const points = Array.from(
      { length: 17 },
      (_, at) => `${at * 100} ${Math.round(base - (at % 2 ? rough : 0) - random.between(0, rough))}`,
    );
    return path(`M0 500L${points.join('L')}L1600 500Z`, fill);
  };
  const frame =
    line('M90 140V70H170M1430 70H1510V140M1510 360V430H1430M170 430H90V360', '#fff', 7, 'opacity=".9"') +
    circle(800, 250, 34, 'none', 'stroke="#fff" stroke-width="4" opacity=".8"') +
    line('M800 198V222M800 278V302M748 250H772M828 250H852', '#fff', 4, 'opacity=".8"');
  return (
    sky('#F2B36B', '#E8899A') +
    circle(1_060, 210, 92, colour.paper) +
    ridge(330, 110, '#B5647A') +
    ridge(390, 80, '#7A4468') +
    ridge(450, 60, '#3C2A4E') +
    frame
  );
};
