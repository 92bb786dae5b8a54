import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSecondsLeft } from '#base/ui/use-seconds-left.ts';
import { useHydrated } from '../document/hydrated.ts';
import classes from './auth-card.module.css';
import { clockOf } from './resend-times.ts';

interface AuthCardProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Where else to go. */
  readonly after?: ReactNode;
}

/** One step on the way to being logged in: what it is, its form, and where else to go. */
export function AuthCard({ title, lead, children, after }: AuthCardProps) {
  return (
    <section className={classes.card}>
      <h1 className={classes.title}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      {after && <div className={classes.after}>{after}</div>}
    </section>
  );
}

interface AuthFormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that our own rules check, not the browser's bubbles. After a refusal the keyboard stands at the first wrong field. */
export function AuthForm({ onSubmit, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isAnswerDue = useRef(false);

  useEffect(() => {
    const wrong = isAnswerDue.current ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (!wrong) return;
    isAnswerDue.current = false;
    wrong.focus();
  });

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      method="post"
      onInput={() => {
        isAnswerDue.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isAnswerDue.current = true;
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface SubmitButtonProps {
  readonly isBusy: boolean;
  /** Milliseconds since 1970 until which trying makes no sense. */
  readonly until?: number;
  readonly children: ReactNode;
}

/** The form's button: says when it works, and after too many tries counts down to the next one. */
export function SubmitButton({ isBusy, until = 0, children }: SubmitButtonProps) {
  const seconds = useSecondsLeft(until);
  const clock = clockOf(seconds);
  const isAlive = useHydrated();
  return (
    <button
      type="submit"
      // Before that the browser itself would send the form, to nobody.
      disabled={!isAlive}
      className={classes.submit}
      aria-disabled={isBusy || seconds > 0}
      data-busy={isBusy || undefined}
    >
      {seconds > 0 ? <Trans>Можно через {clock}</Trans> : children}
    </button>
  );
}

interface FaultNoticeProps {
  /** Null: nothing is wrong. */
  readonly message: string | null | undefined;
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** What concerns the whole form and no one field, in the server's words; read aloud at once. */
export function FaultNotice({ message, children }: FaultNoticeProps) {
  return (
    <div role="alert" className={classes.alert}>
      {message && (
        <div className={classes.notice}>
          <p>{message}</p>
          {children}
        </div>
      )}
    </div>
  );
}
