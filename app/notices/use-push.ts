import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isLocale } from '#base/text/locales.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { type PushState, readPushState, turnOnPush } from './browser-push.ts';

/** A browser that forbids storage knows nothing of notices either. */
const readSafely = () => readPushState().catch((): PushState => ({ kind: 'unsupported' }));

/** Notices in this browser: their state, null until it is known, and how to turn them on. */
export function usePush() {
  const { i18n } = useLingui();
  const [state, setState] = useState<PushState | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, run } = useAction();

  const refresh = async () => setState(await readSafely());

  useEffect(() => {
    let isLeft = false;
    void readSafely().then((read) => isLeft || setState(read));
    return () => {
      isLeft = true;
    };
  }, []);

  /** Returns whether they are on now. */
  async function turnOn(): Promise<boolean> {
    const language = isLocale(i18n.locale) ? i18n.locale : 'ru';
    const isOn = await run(() => turnOnPush(language));
    setRefused(isOn === false);
    await refresh();
    return isOn === true;
  }

  return { state, isRefused, isBusy, failure, turnOn, refresh };
}
