import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import table from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { useCallNames } from '../call-names.ts';
import type { overviewCalls } from '../overview.calls.ts';
import { PersonLink } from '../person-cell.tsx';
import { type DescribeSent, useSentWords } from './sent-words.ts';

type Line = CallAnswer<typeof overviewCalls.audit>['items'][number];

const longest = 240;

/** A short summary of the input. */
function summaryOf({ input, details }: Line, inWords: DescribeSent): string {
  const parts = Object.entries({ ...Object.assign({}, input), ...Object.assign({}, details) });
  const text = parts.flatMap(([member, value]) => inWords(member, value) ?? []).join(' · ');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The screen of the subject of a line. */
function placeOf({ call, subject }: Line): string | null {
  if (subject === null) return null;
  if (/ Order\/.*PromoCode/.test(call)) return '/admin/promo-codes';
  if (/ Order\//.test(call)) return `/admin/order/${subject}`;
  if (/ Product\/(?!.*Categor)/.test(call)) return `/admin/product/${subject}`;
  if (/ Delivery\//.test(call)) return '/admin/locations/delivery';
  return / PickUp/.test(call) ? `/admin/locations/point/${subject}` : null;
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
      cell: ({ at }) => dateText(at, { date: 'short', time: 'medium' }),
      look: 'nowrap',
    },
    {
      title: t`Кто`,
      cell: ({ actor }) => (actor === null ? t`Оператор сервера` : <PersonLink person={actor} />),
      look: 'nowrap',
    },
    { title: t`Что сделал`, cell: (line) => nameOf(line.call) },
    { title: t`С кем или с чем`, cell: subjectOf, look: 'nowrap' },
    { title: t`Подробности`, cell: (line) => summaryOf(line, inWords), look: 'quiet' },
  ];
  return <StaffTable label={t`Записи журнала`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

function subjectOf(line: Line) {
  const { person, subject } = line;
  const place = placeOf(line);
  if (person !== null) return <PersonLink person={person} />;
  if (place === null) return subject !== null && <span className={table.mono}>{subject}</span>;
  return (
    <Link to={place}>
      <Trans>Открыть</Trans>
    </Link>
  );
}
