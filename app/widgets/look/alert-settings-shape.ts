import { z } from 'zod';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import {
  alertAnimations,
  alertFonts,
  alertSounds,
  alertThemeNames,
  alertWidths,
  mostVariants,
  variantMonths,
  voiceRates,
  voiceSpeakers,
} from '../widget-choices.ts';

export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'Цвет вида #C2334D' });

const template = seenLine().max(120);
const fileName = z.string().regex(/^[\w-]{22}$/, { error: 'Такого файла нет' });

/**
 * The look and sound of an alert. `template`: the headline with `{name}`, `{amount}` and `{message}`. `duration`: seconds on the
 * screen. `sound`: a built-in one or the name of an uploaded one. `image`: a picture name of POST Images, null: the donor's initial.
 * `font` and colours: null for those of the theme.
 */
const alertLook = z.object({
  template: template.min(1, { error: 'Заполните поле' }),
  animation: z.enum(alertAnimations),
  duration: z.int().min(3).max(30),
  sound: z.union([z.enum(alertSounds), fileName], { error: 'Такого звука нет' }),
  image: fileName.nullable(),
  theme: z.enum(alertThemeNames),
  font: z.enum(alertFonts).nullable(),
  textColor: colour.nullable(),
  groundColor: colour.nullable(),
  accentColor: colour.nullable(),
});

const { theme, font, textColor, groundColor, accentColor } = alertLook.shape;

/** The look of a variant. Programs written before the themes do not send them. */
const variantLook = {
  ...alertLook.shape,
  theme: theme.default(alertThemeNames[0]),
  font: font.default(null),
  textColor: textColor.default(null),
  groundColor: groundColor.default(null),
  accentColor: accentColor.default(null),
};

/** The look of donations from `minAmount` (main units) on. */
const alertVariant = z.strictObject({
  minAmount: money.refine((amount) => amount > 0, { error: 'Сумма должна быть больше нуля' }),
  ...variantLook,
});

/** The look of months of monthly support. */
const monthlyVariant = z.strictObject({ months: z.enum(variantMonths), ...variantLook });

/**
 * Where alerts stand on the stream, in percent. `width` of the stream's width; `x` and `y` of the room that is left free: 0 is the left or
 * upper edge, 50 the middle.
 */
const alertPlace = z.strictObject({
  x: z.number().min(0).max(100),
  y: z.number().min(0).max(100),
  width: z.number().min(alertWidths.least).max(alertWidths.most),
});

/**
 * Alert settings. `minAmount`: donations below it get no alert, in main units. `volume`: 0..100. `readAloud`: by `speaker`. `browser`: by
 * its voice `voiceName` (empty: its choice), or the server's where it has none for the language; `server`: by that, or else the browser's.
 * At `voiceRate` times the usual speed; `voiceText`: the spoken text, with the same placeholders as `template`. `isCalm`: no motion but a
 * fade. `review`: `hold` holds alerts with a message until the creator approves them. `variants`: other looks from an amount on; the
 * highest one that is reached applies. `monthlyVariants`: the looks of monthly support, which go before those; `first` before `any`. They
 * are apart from `variants`, as a server of an earlier version reads each of these as one of an amount. `place`: the same for all looks.
 */
export const alertSettings = alertLook.extend({
  minAmount: money.refine((amount) => amount >= 0, { error: 'Сумма не может быть меньше нуля' }),
  volume: z.int().min(0).max(100),
  readAloud: z.boolean(),
  speaker: z.enum(voiceSpeakers),
  voiceName: z.string().max(120),
  voiceRate: z.number().min(voiceRates.least).max(voiceRates.most),
  voiceText: template,
  isCalm: z.boolean(),
  review: z.enum(['off', 'hold']),
  place: alertPlace,
  variants: z
    .array(alertVariant)
    .max(mostVariants)
    .refine((all) => new Set(all.map(({ minAmount }) => minAmount)).size === all.length, {
      error: 'Две вариации начинаются с одной суммы',
    }),
  monthlyVariants: z
    .array(monthlyVariant)
    .max(variantMonths.length)
    .refine((all) => new Set(all.map(({ months }) => months)).size === all.length, {
      error: 'Две вариации для одних и тех же месяцев',
    }),
});

/** What is the creator's own in the looks: the number of his ikat, null: by his user name; the accent colour of his page, null: none. */
export const ownLook = z.object({ userName: z.string(), pattern: z.int().nullable(), accent: colour.nullable() });

/** What a donor may see of the alerts before he pays: all of it is on the stream, too. */
export const publicLook = z.object({
  alert: alertSettings.pick({
    template: true,
    animation: true,
    duration: true,
    sound: true,
    image: true,
    theme: true,
    font: true,
    textColor: true,
    groundColor: true,
    accentColor: true,
    minAmount: true,
    isCalm: true,
    variants: true,
    monthlyVariants: true,
  }),
  creator: ownLook,
  currency: z.string(),
});

export type OwnLook = z.output<typeof ownLook>;
export type AlertSettings = z.output<typeof alertSettings>;
/** On the wire: money in main units. */
export type PublicLook = z.input<typeof publicLook>;
