import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isLocale } from '#base/text/locales.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { useProgress } from '#base/ui/page/use-progress.ts';
import type { archiveStates } from './archive.calls.ts';
import { beginDownload } from './begin-download.ts';

/** How far a download is; `Lost`: the browser never began it. */
export type ArchiveStep = 'Idle' | 'Lost' | Exclude<(typeof archiveStates)[number], 'None'>;

interface Progress {
  readonly step: ArchiveStep;
  /** How often it was asked for before it had begun. */
  readonly waited: number;
}

const idle: Progress = { step: 'Idle', waited: 0 };

const pauseMilliseconds = 2_000;

/** The link is valid for a minute. */
const mostWaits = 30;

async function readProgress({ waited }: Progress, signal: AbortSignal): Promise<Progress> {
  const { state } = await call('GET PersonalAccount/ArchiveState', {}, { signal });
  if (state !== 'None') return { step: state, waited: 0 };
  return waited < mostWaits ? { step: 'Making', waited: waited + 1 } : { step: 'Lost', waited };
}

/** Asks for the archive, has the browser download it, and follows how that goes. */
export function useArchive() {
  const { i18n } = useLingui();
  const [begun, setBegun] = useState(idle);
  const action = useAction();
  const { known } = useProgress(begun, {
    ask: readProgress,
    isOver: ({ step }) => step !== 'Making',
    pauseAfter: () => pauseMilliseconds,
  });

  /** Resolves to whether the download has begun. */
  const ask = (password: string) =>
    action.submit(async () => {
      const language = isLocale(i18n.locale) ? i18n.locale : 'ru';
      const { address } = await call('POST PersonalAccount/Archive', { body: { password, language } });
      beginDownload(address);
      setBegun({ step: 'Making', waited: 0 });
    });

  const { isBusy, failure, fields, forget } = action;
  return { step: known.step, isBusy, failure, fields, ask, forget };
}
