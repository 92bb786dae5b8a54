import { useLingui } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import type { StateLook } from '#base/ui/states/state-looks.ts';
import classes from './problem-words.module.css';
import type { Problem } from './source-problems.ts';

interface ProblemWords {
  readonly what: string;
  readonly how: string;
}

/** A problem and its solution. */
export function useProblemWords(): Readonly<Record<Problem, ProblemWords>> {
  const { t } = useLingui();
  return {
    crowded: {
      what: t`Открыто слишком много источников`,
      how: t`Новые виджеты по вашему адресу не подключаются. Закройте лишние вкладки и источники; если вы их не открывали, смените ключ в разделе «Оповещения».`,
    },
    none: {
      what: t`Виджет ещё не открыт`,
      how: t`Вставьте адрес из раздела «Оповещения» в OBS как источник «Браузер».`,
    },
    gone: {
      what: t`Источник отключён`,
      how: t`OBS закрыт или источник удалён. Откройте его снова: оповещения подождут и покажутся.`,
    },
    hidden: {
      what: t`Источник скрыт`,
      how: t`Включите его «глазом» в OBS или перейдите на сцену, где он есть. Пока он скрыт, зрители его не видят.`,
    },
    doubled: {
      what: t`Открыто несколько источников`,
      how: t`Каждое оповещение прозвучит один раз, но может появиться не там. Лишний источник или вкладку закройте.`,
    },
    suspended: {
      what: t`Браузер не пускает звук`,
      how: t`Нажмите «Включить звук» на странице виджета. В OBS обновите источник кнопкой «Обновить».`,
    },
    muted: {
      what: t`Звук выключен`,
      how: t`В настройках оповещений выбрано «Без звука» или громкость ноль.`,
    },
    missing: {
      what: t`Нет устройства звука`,
      how: t`В OBS включите в свойствах источника «Управлять аудио через OBS».`,
    },
    silent: {
      what: t`Источник молчит`,
      how: t`Он давно не отвечал: проверьте интернет на компьютере со стримом.`,
    },
  };
}

/** What keeps viewers from nothing, and what has not begun. */
const looks: Readonly<Partial<Record<Problem, StateLook>>> = { doubled: 'waits', muted: 'waits', none: 'over' };

/** Describes a problem and its solution. */
export function ProblemNotice({ problem }: { readonly problem: Problem }) {
  const { what, how } = useProblemWords()[problem];
  return (
    <Stack className={classes.problem} gap={4} size={14} data-look={looks[problem]} data-problem={problem}>
      <b>{what}</b>
      <span>{how}</span>
    </Stack>
  );
}
