import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { call } from '#app/call.ts';
import { useDayZone } from '#base/pages/day-zone.ts';
import type { AmountLimits } from '#base/text/amount-rules.ts';
import { dayText } from '#base/text/dates.ts';
import { dayIn } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { DayField } from '#base/ui/dates/day-field.tsx';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { Field, Toggle } from '#base/ui/fields/field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { hasWrongText } from '#base/ui/fields/wrong-text.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { RevisedFormEnd } from '#base/ui/panel/revised-form-end.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { drawsOff } from '../draw-failures.ts';
import { drawFaults, drawLimits } from '../draw-rules.ts';
import { bodyOf, daysBefore, emptyDraw, faultsOf } from './draw-draft.ts';

interface DrawFormProps {
  readonly currency: string;
  /** Of donations: a draw from a sum that nobody may give is refused. Null: they are not known here. */
  readonly limits: AmountLimits | null;
  /** It is made, and its page has been read again. */
  readonly onMade: (drawId: string) => void;
  readonly onClose: () => void;
}

/** The form of a draw, which cannot be changed once it is made. */
export function DrawForm({ currency, limits, onMade, onClose }: DrawFormProps) {
  const { t, i18n } = useLingui();
  const nameOf = useNames();
  const today = dayIn(useDayZone(), serverNow());
  const { from, to } = daysBefore(today);
  const dayBox = useRef<HTMLDivElement>(null);
  // Nobody else changes what is new; that draws are switched off is read again.
  const form = useRevisedForm({ present: null, draftOf: () => emptyDraw, changed: drawsOff });
  const { draft, fields, change } = form;

  async function make() {
    const faults = faultsOf(draft, { limits, today });
    const all = draft.isEarlier && hasWrongText(dayBox.current) ? { firstDay: drawFaults.required, ...faults } : faults;
    const send = (idempotencyKey: string) => call('POST Draw/Make', { body: bodyOf(draft) }, { idempotencyKey });
    const made = await form.save(all, send);
    if (made === null) return;
    onMade(made.id);
    onClose();
  }

  const [first, last] = [from, to].map((day) => dayText(day, i18n.locale));
  const dayFault = fields.firstDay === drawFaults.required ? t`Укажите день от ${first} до ${last}` : fields.firstDay;

  return (
    <SentForm className={panel.panel} onSend={make}>
      <Field
        ref={takeFocus}
        label={t`Приз`}
        name="text"
        value={draft.text}
        maxLength={drawLimits.text}
        placeholder={t`Футболка с автографом`}
        error={fields.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <AmountField
        label={t`Донат от какой суммы участвует`}
        unit={nameOf(currency)}
        name="leastSum"
        value={draft.leastSum}
        error={fields.leastSum}
        onType={(leastSum) => change({ leastSum })}
      />
      <AmountField
        label={t`Сколько победителей`}
        unit={<Trans>чел</Trans>}
        name="winners"
        value={draft.winners}
        error={fields.winners}
        hint={t`У каждого будет такой приз`}
        onType={(winners) => change({ winners })}
      />
      <SelectField
        label={t`Когда закончится`}
        value={draft.endsIn}
        error={fields.endsIn}
        onChange={(event) => change({ endsIn: event.currentTarget.value })}
      >
        <option value="30">{t`Через 30 минут`}</option>
        <option value="60">{t`Через час`}</option>
        <option value="180">{t`Через 3 часа`}</option>
        <option value="1440">{t`Через сутки`}</option>
        <option value="4320">{t`Через 3 дня`}</option>
        <option value="10080">{t`Через неделю`}</option>
        <option value="20160">{t`Через 2 недели`}</option>
        <option value="44640">{t`Через 31 день`}</option>
      </SelectField>
      <Toggle checked={draft.isEarlier} onChange={(event) => change({ isEarlier: event.currentTarget.checked })}>
        <Trans>Засчитать и прежние донаты</Trans>
      </Toggle>
      {draft.isEarlier && (
        <div ref={dayBox}>
          <DayField
            label={t`С какого дня`}
            hint={<Trans>Не раньше чем за 31 день</Trans>}
            value={draft.firstDay}
            min={from}
            max={to}
            error={dayFault}
            onChoose={(firstDay) => change({ firstDay })}
          />
        </div>
      )}
      <p className={watched.state}>
        <Trans>
          У каждого участника один билет и равные шансы, сколько бы он ни отправил. Изменить объявленный розыгрыш
          нельзя, только отменить, пока он идёт.
        </Trans>
      </p>
      <RevisedFormEnd form={form} ended={null} onClose={onClose}>
        <Trans>Объявить розыгрыш</Trans>
      </RevisedFormEnd>
    </SentForm>
  );
}
