import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { membersOf } from '#base/text/stored-value.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import table from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { useCallNames } from '../call-names.ts';
import type { overviewCalls } from '../overview.calls.ts';
import { PersonLink } from '../person-cell.tsx';
import { type DescribeSent, useSentWords } from './sent-words.ts';

type Line = CallAnswer<typeof overviewCalls.audit>['items'][number];

const longest = 240;

/** A short summary of what was sent and noted, without what the link of the line says. */
function summaryOf(line: Line, inWords: DescribeSent): string {
  const { input, details } = line;
  const noted = membersOf(details);
  const said = line.person === null ? placeOf(line)?.said : undefined;
  const parts = Object.entries({ ...membersOf(input), ...noted }).filter(([member]) => member !== said);
  const text = parts.flatMap(([member, value]) => inWords(member, value, noted[`${member}Before`]) ?? []).join(' · ');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The subject of a line that has a screen, and its number or name. */
interface Subject {
  readonly to: string;
  readonly name: ReactNode;
  /** The member of the line that the name is made of; absent: none. */
  readonly said?: string;
}

/** What a line says of a member as a text; null: nothing. */
function saidOf({ input, details }: Line, member: string): string | null {
  const said = membersOf(details)[member] ?? membersOf(input)[member];
  return typeof said === 'string' || typeof said === 'number' ? String(said) : null;
}

/** A link by a member of the line, or by a word where the line lacks it. */
function linkBy(line: Line, to: string, member: string, word: ReactNode): Subject {
  const name = saidOf(line, member);
  return name === null ? { to, name: word } : { to, name, said: member };
}

function placeOf(line: Line): Subject | null {
  const { call, subject } = line;
  if (subject === null) return null;
  if (/ Order\/.*PromoCode/.test(call)) return linkBy(line, '/admin/promo-codes', 'code', <Trans>Промокод</Trans>);
  if (/ Order\//.test(call)) {
    const number = saidOf(line, 'number');
    const name = number === null ? <Trans>Заказ</Trans> : <Trans>Заказ № {number}</Trans>;
    return { to: `/admin/order/${subject}`, name, said: 'number' };
  }
  if (/ Product\/(?!.*Categor)/.test(call))
    return linkBy(line, `/admin/product/${subject}`, 'name', <Trans>Товар</Trans>);
  if (/ Delivery\//.test(call)) return { to: '/admin/locations/delivery', name: <Trans>Цены доставки</Trans> };
  if (!/ PickUp/.test(call)) return null;
  return linkBy(line, `/admin/locations/point/${subject}`, 'name', <Trans>Пункт выдачи</Trans>);
}

/** Lines of the trail: time, actor, call, subject and input. */
export function AuditRows({ items }: { readonly items: readonly Line[] }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const nameOf = useCallNames();
  const inWords = useSentWords();
  const columns: readonly Column<Line>[] = [
    {
      title: t`Когда`,
      cell: ({ at }) => dateText(at, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    {
      title: t`Кто`,
      cell: ({ actor }) => (actor === null ? t`Оператор сервера` : <PersonLink person={actor} />),
      look: 'nowrap',
    },
    { title: t`Что сделал`, cell: (line) => nameOf(line.call) },
    { title: t`С кем или с чем`, cell: subjectOf, look: 'nowrap' },
    {
      title: t`Подробности`,
      cell: (line) => <span className={table.quiet}>{summaryOf(line, inWords)}</span>,
      look: 'words',
    },
  ];
  return <StaffTable label={t`Записи журнала`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

function subjectOf(line: Line) {
  const { person, subject } = line;
  const place = placeOf(line);
  if (person !== null) return <PersonLink person={person} />;
  if (place === null) return subject !== null && <span className={table.mono}>{subject}</span>;
  return <Link to={place.to}>{place.name}</Link>;
}
