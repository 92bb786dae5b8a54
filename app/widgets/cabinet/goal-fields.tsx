import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow } from '#base/text/server-clock.ts';
import { Field, Toggle } from '#base/ui/fields/field.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { ShownSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { MomentField } from './moment-field.tsx';
import { NumberField } from './settings-fields.tsx';
import type { SettingsForm } from './use-widget-settings.ts';

type Statistics = ShownSettings['statistics'];

const firstGoal = 1_000_000;
const firstMembers = 50;

interface GoalFieldsProps {
  readonly form: SettingsForm<Statistics>;
  readonly currency: string;
}

/** The creator's goal, shown in the widget and on the public page. */
export function GoalFields({ form, currency }: GoalFieldsProps) {
  const nameOf = useNames();
  const { t } = useLingui();
  const { goal } = form.draft;
  const members = goal?.members ?? null;
  return (
    <div className={panel.section}>
      <Toggle
        checked={goal !== null}
        onChange={(event) =>
          form.change({
            goal: event.currentTarget.checked
              ? { title: '', amount: firstGoal, since: serverNow().toISOString(), members: null }
              : null,
          })
        }
      >
        <Trans>Собираю на цель: её видно и на моей странице</Trans>
      </Toggle>
      {goal !== null && (
        <>
          <div className={classes.pair}>
            <Field
              label={t`На что`}
              value={goal.title}
              maxLength={80}
              placeholder={t`Новый микрофон`}
              error={form.error('goal.title') ?? null}
              onChange={(event) => form.change({ goal: { ...goal, title: event.currentTarget.value } })}
            />
            {members === null ? (
              <NumberField
                of="sum"
                label={t`Сколько нужно`}
                value={goal.amount}
                mark={nameOf(currency)}
                error={form.error('goal.amount')}
                onChange={(amount) => form.change({ goal: { ...goal, amount } })}
              />
            ) : (
              <NumberField
                of="count"
                label={t`Сколько подписчиков нужно`}
                value={members}
                error={form.error('goal.members')}
                onChange={(wanted) => form.change({ goal: { ...goal, members: wanted } })}
              />
            )}
          </div>
          <Toggle
            checked={members !== null}
            onChange={(event) =>
              form.change({ goal: { ...goal, members: event.currentTarget.checked ? firstMembers : null } })
            }
          >
            <Trans>Считать тех, кто поддерживает каждый месяц</Trans>
          </Toggle>
          {members === null && (
            <MomentField
              label={t`Считать с`}
              hint={t`Пусто: считаем с самого первого доната. Возвращённые донаты вычитаются`}
              value={goal.since ?? null}
              error={form.error('goal.since')}
              onChange={(since) => form.change({ goal: { ...goal, since } })}
            />
          )}
        </>
      )}
    </div>
  );
}
