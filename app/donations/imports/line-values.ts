import { fromMain, type Minor } from '#base/money/money.ts';

/** The most that a line may be worth, in main units: the sum of all lines of a creator stays a safe integer. */
const mostMain = 500_000_000;

/** «1 234,50», «1,234.50», «500»; null for anything else, and for what is not positive. */
export function amountOf(text: string): Minor | null {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '');
  const point = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const isThousands = point >= 0 && /^[1-9]\d{0,2}(?:,\d{3})+$/.test(bare);
  const digits = bare.replace(/[.,]/g, (_, at: number) => (at === point && !isThousands ? '.' : ''));
  if (!/^\d{1,12}(?:\.\d{1,2}|\.\d\d00+)?$/.test(digits)) return null;
  const main = Number(digits);
  return main > 0 && main <= mostMain ? fromMain(main) : null;
}

type Numbers = readonly (string | undefined)[];

/** The moment of a date and a time in UTC; null where the calendar has no such day. */
function momentAt([year, month, day]: Numbers, [hour, minute, second]: Numbers): Date | null {
  const y = Number(year);
  const m = Number(month);
  const d = Number(day);
  const moment = new Date(Date.UTC(y, m - 1, d, Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)));
  return moment.getUTCMonth() === m - 1 && moment.getUTCDate() === d ? moment : null;
}

const isoShape = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d\d:\d\d)?$/;
const dottedShape = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?)?$/;
const slashedShape = /^(\d\d?)\/(\d\d?)\/(\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?\s*([AP]M)?)?$/i;

function isoMoment(found: RegExpExecArray): Date | null {
  const [, year, month, day, hour, minute, second, zone = 'Z'] = found;
  const moment = momentAt([year, month, day], [hour, minute, second]);
  if (moment === null || zone === 'Z' || zone === 'UTC') return moment;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  const ahead = (hours * 60 + minutes) * 60_000 * (zone.startsWith('-') ? -1 : 1);
  return new Date(moment.getTime() - ahead);
}

function slashedMoment(found: RegExpExecArray, isDayFirst: boolean): Date | null {
  const [, first, second, year, hour, minute, seconds, half] = found;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  const hours = half === undefined ? hour : String((Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0));
  return momentAt([year, month, day], [hours, minute, seconds]);
}

/** No service is older. */
const earliest = Date.UTC(2005, 0, 1);
const day = 86_400_000;

/** The moment of a line; UTC where it names no zone. Null for anything else, and for what lies ahead. */
export function momentOf(text: string, isDayFirst: boolean): Date | null {
  const [iso, dotted, slashed] = [isoShape, dottedShape, slashedShape].map((shape) => shape.exec(text.trim()));
  let moment: Date | null = null;
  if (iso) moment = isoMoment(iso);
  else if (dotted) moment = momentAt([dotted[3], dotted[2], dotted[1]], [dotted[4], dotted[5], dotted[6]]);
  else if (slashed) moment = slashedMoment(slashed, isDayFirst);
  const isSound = moment !== null && moment.getTime() >= earliest && moment.getTime() <= Date.now() + day;
  return isSound ? moment : null;
}

/** Whether a date with slashes can only have its day first, as «25/12/2024». */
export function hasDayFirst(text: string): boolean {
  return Number(slashedShape.exec(text.trim())?.[1] ?? 0) > 12;
}
