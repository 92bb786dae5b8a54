import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { useSecondsLeft } from '#base/ui/page/use-seconds-left.ts';
import classes from './auth-card.module.css';
import { clockOf } from './codes/resend-times.ts';

interface AuthCardProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Links to other screens. */
  readonly after?: ReactNode;
  /** Default: the title of the screen. In a dialog an `h2`, which looks as in all dialogs. */
  readonly heading?: 'h1' | 'h2';
}

/** A step of the login: a title, a form and links to other screens. */
export function AuthCard({ title, lead, children, after, heading: Heading = 'h1' }: AuthCardProps) {
  return (
    <section className={classes.card}>
      <Heading className={Heading === 'h1' ? classes.title : undefined}>{title}</Heading>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      {after && <div className={classes.after}>{after}</div>}
    </section>
  );
}

interface AuthFormProps {
  readonly onSend: () => unknown;
  readonly children: ReactNode;
}

/** The form of a step. */
export function AuthForm({ onSend, children }: AuthFormProps) {
  return (
    // Browsers that know no method `dialog` would put a password into the address.
    <SentForm className={classes.form} method="post" onSend={onSend}>
      <noscript>
        {import.meta.env.SSR && (
          <p>
            <Trans>Чтобы продолжить, включите в браузере скрипты.</Trans>
          </p>
        )}
      </noscript>
      {children}
    </SentForm>
  );
}

interface SubmitButtonProps {
  readonly isBusy: boolean;
  /** Milliseconds since 1970 before which a retry is pointless. */
  readonly until?: number;
  readonly children: ReactNode;
}

/** The submit button: shows progress, and after too many attempts counts down to the next one. */
export function SubmitButton({ isBusy, until = 0, children }: SubmitButtonProps) {
  const seconds = useSecondsLeft(until);
  const clock = clockOf(seconds);
  return (
    <button
      type="submit"
      className={classes.submit}
      aria-disabled={isBusy || seconds > 0}
      aria-busy={isBusy || undefined}
    >
      {seconds > 0 ? <Trans>Можно через {clock}</Trans> : children}
    </button>
  );
}

interface FaultNoticeProps {
  /** Null: no failure. */
  readonly message: string | null | undefined;
  /** Offers a remedy. */
  readonly children?: ReactNode;
}

/** A failure of the whole form, with the message of the server; announced by screen readers. */
export function FaultNotice({ message, children }: FaultNoticeProps) {
  return (
    <div role="alert" className={classes.alert}>
      {message && (
        <div className={classes.notice}>
          <p>
            <FailureText>{message}</FailureText>
          </p>
          {children}
        </div>
      )}
    </div>
  );
}
