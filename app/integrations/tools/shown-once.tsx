import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './tools-screen.module.css';

/** A secret that the server returns only once; it stays until its owner confirms that it is saved. */
export function ShownOnce({
  secret,
  children,
  onDone,
}: {
  readonly secret: string;
  readonly children: ReactNode;
  readonly onDone: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className={classes.once} role="status">
      <p>{children}</p>
      <Private>
        <code className={classes.secret}>{secret}</code>
      </Private>
      <div className={classes.acts}>
        <ActionButton onClick={copy}>{isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать</Trans>}</ActionButton>
        <ActionButton look="quiet" onClick={onDone}>
          <Trans>Готово, сохранено</Trans>
        </ActionButton>
      </div>
    </div>
  );
}
