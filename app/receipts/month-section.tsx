import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFile } from '#app/identity/download-file.ts';
import { useDayZone } from '#base/pages/day-zone.ts';
import { monthText } from '#base/text/dates.ts';
import { dayIn, monthAfter } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import classes from './month-section.module.css';

const monthsBack = 24;

/** The present month and those before it as `YYYY-MM`, newest first. */
function lastMonths(today: string): string[] {
  return Array.from({ length: monthsBack }, (_, back) => monthAfter(`${today.slice(0, 7)}-01`, -back).slice(0, 7));
}

/** The month for the bookkeeper: turnover, commission, refunds and payouts of all creators, as a table or a document. */
export function MonthSection() {
  const { i18n } = useLingui();
  const timeZone = useDayZone();
  const [months] = useState(() => lastMonths(dayIn(timeZone, serverNow())));
  const [month, setMonth] = useState(months[1]);
  const { isBusy, failure, act } = useAction();
  const save = (Format: 'csv' | 'pdf') =>
    act(() => downloadFile({ path: 'Receipt/Month', query: { Month: month, Format, Language: i18n.locale } }));
  return (
    <Section title={<Trans>Месяц для бухгалтера</Trans>}>
      <p>
        <Trans>Обороты, комиссия, возвраты и выплаты по каждому автору, из проводок.</Trans>
      </p>
      <Row className={classes.row} gap={12} align="end">
        <SelectField
          label={<Trans>Месяц</Trans>}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        >
          {months.map((one) => (
            <option key={one} value={one}>
              {monthText(one, i18n.locale)}
            </option>
          ))}
        </SelectField>
        <ActionButton look="quiet" disabled={isBusy} onClick={() => void save('csv')}>
          <IconDownload size={20} stroke={1.75} aria-hidden />
          CSV
        </ActionButton>
        <ActionButton look="quiet" disabled={isBusy} onClick={() => void save('pdf')}>
          <IconDownload size={20} stroke={1.75} aria-hidden />
          PDF
        </ActionButton>
      </Row>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </Section>
  );
}
