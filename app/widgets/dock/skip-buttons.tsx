import { Plural, Trans } from '@lingui/react/macro';
import { IconPlayerSkipForward, IconPlayerTrackNext } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { currentAlertId } from './queue-alert.tsx';
import type { LiveQueue } from './use-queue.ts';
import { useSettled } from './use-settled.ts';

interface SkipCurrentProps {
  readonly live: LiveQueue;
  /** Called with an alert that was not skipped because it had just replaced another one; null: it was skipped. */
  readonly onLeft: (alertId: string | null) => void;
}

/** Skips the alert on the screen, but not one that has just replaced it. */
export function SkipCurrent({ live, onLeft }: SkipCurrentProps) {
  const current = live.queue.current?.alertId ?? null;
  const isSettled = useSettled(current);

  function skip() {
    const isSure = isSettled();
    onLeft(isSure ? null : current);
    if (isSure && current !== null) void live.control('skip', current);
  }

  return (
    <ActionButton
      look="quiet"
      disabled={live.isBusy || current === null}
      aria-describedby={current === null ? undefined : currentAlertId}
      onClick={skip}
    >
      <IconPlayerSkipForward size={18} aria-hidden /> <Trans>Пропустить это</Trans>
    </ActionButton>
  );
}

/** Skips all waiting alerts after a confirmation: those that waited when it opened, and none that came later. */
export function SkipAll({ live: { queue, isBusy, control, readWaiting } }: { readonly live: LiveQueue }) {
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState<readonly string[]>([]);

  async function ask() {
    const named = await readWaiting();
    setWaiting(named);
    setOpen(named.length > 0);
  }

  async function confirm() {
    setOpen(false);
    await control('skip', ...waiting);
  }

  return (
    <>
      <ActionButton
        look="quiet"
        disabled={isBusy || queue.waiting === 0}
        onClick={() => void ask()}
        aria-haspopup="dialog"
      >
        <IconPlayerTrackNext size={18} aria-hidden /> <Trans>Пропустить все</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={
          <Plural
            value={waiting.length}
            one="Пропустить # оповещение, которое ждёт?"
            few="Пропустить # оповещения, которые ждут?"
            many="Пропустить # оповещений, которые ждут?"
            other="Пропустить # оповещения, которые ждут?"
          />
        }
        act={<Trans>Пропустить их</Trans>}
        isBusy={isBusy}
        onConfirm={() => confirm()}
        onClose={() => setOpen(false)}
      >
        <p>
          <Trans>
            Зрители их не увидят, деньги останутся у вас. Всё, что придёт после этого вопроса, будет показано.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
