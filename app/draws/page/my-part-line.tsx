import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { MyPart, ShownDraw } from '../draw-shapes.ts';
import classes from './draw-screen.module.css';
import type { KnownPart } from './use-my-part.tsx';

interface MyPartLineProps {
  readonly draw: ShownDraw;
  readonly creator: { readonly userName: string };
  readonly my: KnownPart;
  readonly currency: string;
}

/** Whether whoever looks takes part. */
export function MyPartLine({ draw, creator, my, currency }: MyPartLineProps) {
  const { state } = draw;
  if (state === 'cancelled') return null;
  if (my.failure !== null) return <ErrorNotice onRetry={my.retry}>{my.failure.message}</ErrorNotice>;
  if (my.userName === creator.userName) {
    return (
      <Line>
        <Trans>Это ваш розыгрыш.</Trans>{' '}
        <Link to="/profile/draws">
          <Trans>Все ваши розыгрыши</Trans>
        </Link>
      </Line>
    );
  }
  if (my.part !== null) return <Part draw={draw} part={my.part} currency={currency} />;
  return <Guest state={state} />;
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className={`${panel.panel} ${classes.mine}`}>{children}</p>
);

function Guest({ state }: Pick<ShownDraw, 'state'>) {
  const login = useLoginAddress();
  return (
    <Line>
      {state === 'open' ? (
        <Trans>Донаты гостей не участвуют: войдите перед донатом.</Trans>
      ) : (
        <Trans>Войдите, чтобы узнать, участвовали ли вы.</Trans>
      )}{' '}
      <Link to={login}>
        <Trans>Войти</Trans>
      </Link>
    </Line>
  );
}

function Part({
  draw: { state, leastSum },
  part,
  currency,
}: { readonly part: MyPart } & Pick<MyPartLineProps, 'draw' | 'currency'>) {
  const least = useSumText(currency)(leastSum);
  if (!part.isEntered) {
    return (
      <Line>
        {state === 'open' ? (
          <Trans>Вы пока не участвуете: отправьте донат от {least}, не выходя из аккаунта.</Trans>
        ) : (
          <Trans>Вы не участвовали в этом розыгрыше.</Trans>
        )}
      </Line>
    );
  }
  const ticket = <code>{part.ticket}</code>;
  return (
    <Line>
      {state === 'held' ? (
        <Trans>Вы участвовали, но в этот раз не выиграли. Ваш билет: {ticket}</Trans>
      ) : (
        <Trans>Вы участвуете, ваш билет: {ticket}</Trans>
      )}
    </Line>
  );
}
