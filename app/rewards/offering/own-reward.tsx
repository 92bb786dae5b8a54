import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import type { AmountLimits } from '#base/text/amount-rules.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { useWatchedAction } from '#base/ui/panel/use-watched-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { WatchedPanel } from '#base/ui/panel/watched-panel.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownReward } from '../reward-shapes.ts';
import { RewardForm } from './reward-form.tsx';

interface OwnRewardProps {
  readonly reward: ShownReward;
  readonly currency: string;
  /** Of donations. */
  readonly limits: AmountLimits | null;
  /** It was added here just now. */
  readonly isMade: boolean;
}

function State({ closedAt, removedFor }: Pick<ShownReward, 'closedAt' | 'removedFor'>) {
  if (removedFor !== null) return <Trans>Убрал модератор: {removedFor}. Награду видите только вы</Trans>;
  return closedAt === null ? <Trans>Открыта</Trans> : <Trans>Закрыта</Trans>;
}

/** How many are taken, of how many, and how many donors are paying for one now. */
function Figures({ stock, taken, paying = 0 }: Pick<ShownReward, 'stock' | 'taken' | 'paying'>) {
  const amountText = useAmountText();
  const takenText = amountText(taken);
  const kept = amountText(paying);
  if (stock === null) {
    return (
      <p>
        {paying > 0 ? (
          <Trans>
            Взяли <b>{takenText}</b>, без ограничения, сейчас оплачивают {kept}
          </Trans>
        ) : (
          <Trans>
            Взяли <b>{takenText}</b>, без ограничения
          </Trans>
        )}
      </p>
    );
  }
  const whole = amountText(stock);
  return (
    <>
      <p>
        {paying > 0 ? (
          <Trans>
            Взяли <b>{takenText}</b> из {whole}, сейчас оплачивают {kept}
          </Trans>
        ) : (
          <Trans>
            Взяли <b>{takenText}</b> из {whole}
          </Trans>
        )}
      </p>
      <progress className={watched.bar} max={stock} value={taken} aria-hidden />
    </>
  );
}

const closing = {
  act: <Trans>Закрыть награду</Trans>,
  sure: <Trans>Точно закрыть</Trans>,
  stay: <Trans>Оставить</Trans>,
};

/** Those who are paying get it all the same. */
function Paying({ paying }: { readonly paying: number }) {
  const amountText = useAmountText();
  const count = amountText(paying);
  return <Trans>Сейчас её оплачивают: {count}. Кто успеет, получит.</Trans>;
}

/** One reward with its figures. */
export function OwnReward({ reward, currency, limits, isMade }: OwnRewardProps) {
  const sumText = useSumText(currency);
  const action = useWatchedAction(reward);
  const { id: rewardId, revision, text, price, stock, taken, paying = 0, isChosen, closedAt, removedFor } = reward;
  const isOpen = closedAt === null;
  const least = sumText(price);

  return (
    <WatchedPanel
      title={text}
      testId="own-reward"
      tag={
        isOpen &&
        stock === taken && (
          <Tag look="over">
            <Trans>Разобрано</Trans>
          </Tag>
        )
      }
      state={
        <>
          <State closedAt={closedAt} removedFor={removedFor} />
          {' · '}
          <Trans>от {least}</Trans>
        </>
      }
      action={action}
      end={isOpen ? { ...closing, note: paying > 0 ? <Paying paying={paying} /> : null } : null}
      onEnd={() =>
        void action.send(() =>
          call('POST Reward/Save', { body: { rewardId, revision, text, price, stock, close: true } }),
        )
      }
      said={isMade ? <Trans>Награда добавлена</Trans> : undefined}
      form={(ends) => <RewardForm reward={reward} currency={currency} limits={limits} {...ends} />}
    >
      <Figures stock={stock} taken={taken} paying={paying} />
      {isChosen && isOpen && (
        <p className={watched.state}>
          <Trans>Эту награду уже выбирали: изменить можно только количество</Trans>
        </p>
      )}
    </WatchedPanel>
  );
}
