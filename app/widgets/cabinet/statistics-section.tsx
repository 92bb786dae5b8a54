import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ColourField } from '#base/ui/fields/colour-field.tsx';
import { SavedForm } from '#base/ui/fields/save-bar.tsx';
import { Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { StatisticsBoard } from '../statistics/statistics-board.tsx';
import { widgetSizes } from '../widget-choices.ts';
import type { OwnSettings, ShownSettings } from '../widget-shapes.ts';
import type { ShownStatistics } from '../widgets.calls.ts';
import classes from './cabinet.module.css';
import { GoalFields } from './goal-fields.tsx';
import { MomentField } from './moment-field.tsx';
import { SettingsBar } from './settings-bar.tsx';
import { ChoiceField, RangeField } from './settings-fields.tsx';
import type { SettingsForm } from './use-widget-settings.ts';
import { WidgetSection } from './widget-section.tsx';

type Statistics = ShownSettings['statistics'];

/** The figures with the goal that is being typed, so that the preview follows each letter. */
function withDraft(figures: ShownStatistics, { period, goal }: Statistics): ShownStatistics {
  const { collected = 0, count = 0, people = 0 } = figures.goal ?? {};
  if (goal === null) return { ...figures, period, goal: null };
  const wanted = goal.members ?? null;
  const members = wanted === null ? null : { now: figures.goal?.members?.now ?? 0, wanted };
  const [now, whole] = members === null ? [collected, goal.amount] : [members.now, members.wanted];
  const percent = whole > 0 ? Math.floor((100 * Number(now)) / Number(whole)) : 0;
  return {
    ...figures,
    period,
    goal: { ...goal, since: goal.since ?? null, collected, percent, count, people, members },
  };
}

interface StatisticsSectionProps {
  readonly settings: OwnSettings;
  readonly figures: ShownStatistics;
  readonly form: SettingsForm<Statistics>;
  /** Called when the figures of a new stream have started. */
  readonly onStarted: () => void;
}

/** The settings of the statistics widget: figures, goal and look, with a preview. */
export function StatisticsSection({ settings, figures, form, onStarted }: StatisticsSectionProps) {
  const { draft } = form;
  const shown = withDraft(figures, draft);
  const isEmpty = draft.layout === 'goal' && draft.goal === null;
  return (
    <WidgetSection
      title={<Trans>Статистика</Trans>}
      address={settings.addresses.statistics}
      preview={
        <>
          <StatisticsBoard settings={{ ...settings, statistics: draft }} figures={shown} isPreview />
          {isEmpty && (
            <p>
              <Trans>Чтобы показать цель, задайте её</Trans>
            </p>
          )}
        </>
      }
    >
      <SavedForm className={classes.form}>
        <div className={panel.section}>
          <Figures form={form} onStarted={onStarted} />
        </div>
        <GoalFields form={form} currency={settings.currency} />
        <Look form={form} />
        <SettingsBar form={form} />
      </SavedForm>
    </WidgetSection>
  );
}

function Figures({ form, onStarted }: Pick<StatisticsSectionProps, 'form' | 'onStarted'>) {
  const { t } = useLingui();
  const { draft } = form;
  const layouts = [
    { value: 'board', label: t`Всё вместе` },
    { value: 'total', label: t`Только сумма` },
    { value: 'goal', label: t`Только цель` },
    { value: 'last', label: t`Последние донаты` },
    { value: 'top', label: t`Самые щедрые` },
  ] as const;
  const periods = [
    { value: 'stream', label: t`За стрим` },
    { value: 'day', label: t`За день` },
    { value: 'month', label: t`За месяц` },
    { value: 'since', label: t`С выбранного дня` },
    { value: 'all', label: t`За всё время` },
  ] as const;
  return (
    <>
      <div className={classes.pair}>
        <ChoiceField
          label={t`Что показывать`}
          value={draft.layout}
          options={layouts}
          onChange={(layout) => form.change({ layout })}
        />
        <ChoiceField
          label={t`Сумма`}
          value={draft.period}
          options={periods}
          onChange={(period) => form.change({ period })}
        />
      </div>
      {draft.period === 'since' && (
        <MomentField
          label={t`Считать с`}
          value={draft.since}
          error={form.error('since')}
          onChange={(since) => form.change({ since })}
        />
      )}
      {draft.period === 'stream' && <StreamStart form={form} onStarted={onStarted} />}
    </>
  );
}

/** Starts the figures of a stream at once, without saving the form: the creator is about to go on air. */
function StreamStart({ form, onStarted }: Pick<StatisticsSectionProps, 'form' | 'onStarted'>) {
  const dateText = useDateText();
  const { isBusy, failure, run } = useAction();
  const { streamStartedAt } = form.draft;
  const started = streamStartedAt === null ? null : dateText(streamStartedAt, { date: 'dayMonth', time: 'short' });
  async function start() {
    const { startedAt } = await call('POST Widget/StartStream', {});
    form.settle({ streamStartedAt: startedAt });
    onStarted();
  }
  return (
    <div className={classes.acts}>
      <ActionButton look="quiet" disabled={isBusy} onClick={() => void run(start)}>
        <Trans>Начать стрим</Trans>
      </ActionButton>
      <Text as="span" className={classes.lead} size={14} dim role="status">
        {failure?.message ??
          (started ? <Trans>Считаем с {started}</Trans> : <Trans>Пока не начат: считаем с полуночи</Trans>)}
      </Text>
    </div>
  );
}

function Look({ form }: Pick<StatisticsSectionProps, 'form'>) {
  const { t } = useLingui();
  const percentText = usePercentText();
  const { draft } = form;
  return (
    <div className={classes.pair}>
      <ColourField label={t`Текст`} value={draft.textColor} onChange={(textColor) => form.change({ textColor })} />
      <ColourField
        label={t`Подложка`}
        value={draft.groundColor}
        onChange={(groundColor) => form.change({ groundColor })}
      />
      <ColourField
        label={t`Суммы`}
        value={draft.accentColor}
        onChange={(accentColor) => form.change({ accentColor })}
      />
      <RangeField
        label={t`Плотность подложки`}
        value={draft.groundOpacity}
        min={0}
        max={100}
        shown={percentText(draft.groundOpacity)}
        onChange={(groundOpacity) => form.change({ groundOpacity })}
      />
      <RangeField
        label={t`Размер`}
        value={draft.size}
        min={widgetSizes.least}
        max={widgetSizes.most}
        step={5}
        shown={percentText(draft.size)}
        onChange={(size) => form.change({ size })}
      />
    </div>
  );
}
