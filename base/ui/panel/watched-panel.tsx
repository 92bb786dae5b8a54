import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { faultOf } from '#base/calls/errors.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { focusText } from '#base/ui/page/focus-result.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Tags } from '#base/ui/states/tag.tsx';
import panel from './panel.module.css';
import { TwoTaps } from './two-taps.tsx';
import type { useWatchedAction } from './use-watched-action.ts';
import watched from './watched.module.css';

/** How a form ends: `onClose` follows `onSaved`. */
interface FormEnds {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

interface WatchedPanelProps {
  readonly title: string;
  readonly testId: string;
  /** Behind the title. */
  readonly tag?: ReactNode;
  /** The line below it. */
  readonly state: ReactNode;
  readonly action: Pick<ReturnType<typeof useWatchedAction>, 'isBusy' | 'failure'>;
  /** Null: it is over, and nothing can be done to it. */
  readonly end: {
    readonly act: ReactNode;
    readonly sure: ReactNode;
    readonly stay: ReactNode;
    readonly note?: ReactNode;
  } | null;
  readonly onEnd: () => void;
  /** What has just been done to it, which leads here; undefined: nothing. */
  readonly said?: ReactNode;
  /** Nothing of it can be changed any more. */
  readonly isFixed?: boolean;
  /** Stands in its place while it is changed. */
  readonly form: (ends: FormEnds) => ReactNode;
  readonly children: ReactNode;
}

/** Leads back from the form, which was another height, from one that has made another panel, or to where a panel has moved. */
function leadTo(text: HTMLElement | null): void {
  if (text === null) return;
  focusText(text);
  text.closest('article')?.scrollIntoView({ block: 'nearest' });
}

/** One thing that a creator watches, with its figures. It is ended in two taps. */
export function WatchedPanel({
  title,
  testId,
  tag,
  state,
  action,
  end,
  onEnd,
  said,
  isFixed = false,
  form,
  children,
}: WatchedPanelProps) {
  // Null: it was not changed here yet.
  const [isEditing, setEditing] = useState<boolean | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { isBusy, failure } = action;
  // What was ended here has moved to the end of the list.
  const isEnded = isEnding && end === null && failure === null;
  if (isEditing === true) return form({ onSaved: () => setSaved(true), onClose: () => setEditing(false) });
  const news = isSaved ? <Trans>Сохранено</Trans> : isEditing === null ? said : undefined;

  function edit() {
    setSaved(false);
    setEditing(true);
  }

  return (
    <article className={panel.panel} aria-label={title} data-testid={testId}>
      <Tags>
        <h2 ref={(isEditing === false && !isSaved) || isEnded ? leadTo : null} className={watched.title}>
          {title}
        </h2>
        {tag}
      </Tags>
      {news !== undefined && !isEnded && (
        <p ref={leadTo} className={watched.said} role="status">
          {news}
        </p>
      )}
      <p className={watched.state}>{state}</p>
      {children}
      {failure !== null && <ErrorNotice>{faultOf(failure)}</ErrorNotice>}
      {end !== null && (
        <TwoTaps
          isBusy={isBusy}
          {...end}
          onAct={() => {
            setEnding(true);
            onEnd();
          }}
        >
          {!isFixed && (
            <ActionButton className={watched.act} look="quiet" disabled={isBusy} onClick={edit}>
              <Trans>Изменить</Trans>
            </ActionButton>
          )}
        </TwoTaps>
      )}
    </article>
  );
}
