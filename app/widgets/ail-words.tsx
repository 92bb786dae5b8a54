import { useLingui } from '@lingui/react/macro';
import classes from './queue.module.css';
import type { Ail } from './source-ails.ts';

interface AilWords {
  readonly what: string;
  readonly how: string;
}

/** What is amiss, and how to mend it. */
function useAilWords(): Readonly<Record<Ail, AilWords>> {
  const { t } = useLingui();
  return {
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

const mild: readonly Ail[] = ['doubled', 'muted'];

/** An ail in words, with the way to mend it. */
export function AilNotice({ ail }: { readonly ail: Ail }) {
  const { what, how } = useAilWords()[ail];
  return (
    <div className={classes.ail} data-mild={mild.includes(ail) || undefined} data-ail={ail}>
      <b>{what}</b>
      <span>{how}</span>
    </div>
  );
}
