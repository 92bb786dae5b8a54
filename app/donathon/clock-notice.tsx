import { Trans, useLingui } from '@lingui/react/macro';
import { OverNotice } from '#base/ui/page/over-notice.tsx';
import { useSignedSpanText } from './span-text.tsx';
import type { ActOnClock } from './unanswered-act.ts';
import type { ClockActs } from './use-clock-acts.ts';

/** Returns what names an act as its button does. */
function useActName(): (asked: ActOnClock) => string {
  const { t } = useLingui();
  const spanText = useSignedSpanText();
  return (asked) => {
    switch (asked.act) {
      case 'pause':
        return t`Пауза`;
      case 'resume':
        return t`Продолжить`;
      case 'correct':
        return spanText(asked.seconds);
      case 'change':
        return t`Изменить темп`;
      case 'end':
        return t`Завершить донатон`;
    }
  };
}

interface ClockNoticeProps {
  /** The clock could not be read again. */
  readonly isLost: boolean;
  readonly acts: Pick<ClockActs, 'lost'>;
}

/** Says over the page that there is no connection, and what became of an act whose answer got lost. */
export function ClockNotice({ isLost, acts: { lost } }: ClockNoticeProps) {
  const nameOf = useActName();
  const name = lost && nameOf(lost.asked);
  return (
    <OverNotice>
      {lost?.isDone && <Trans>Связь вернулась. «{name}»: сделано.</Trans>}
      {lost?.isDone === false && (
        <Trans>Нет связи: на «{name}» ответа нет. Спросим снова, как только она появится.</Trans>
      )}
      {lost === null && isLost && (
        <Trans>Нет связи. Отсчёт идёт дальше, донаты прибавятся, как только она появится.</Trans>
      )}
    </OverNotice>
  );
}
