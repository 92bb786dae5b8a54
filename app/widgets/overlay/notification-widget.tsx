import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNames } from '#base/ui/page/use-names.ts';
import { AlertView } from '../look/alert-view.tsx';
import type { Scene } from '../look/scene.ts';
import { useDonorText } from '../look/use-donor-text.ts';
import { runNotification } from './notification-run.ts';
import classes from './widget-page.module.css';
import { WidgetPage } from './widget-page.tsx';

/** The live alerts on the stream (docs/rules.md#widgets). Shows nothing else. */
export function NotificationWidget() {
  const { t } = useLingui();
  const [scene, setScene] = useState<Scene | null>(null);
  const [isSilent, setSilent] = useState(false);
  const donorText = useEffectEvent(useDonorText());
  const nameOf = useEffectEvent(useNames());
  const running = useRef<ReturnType<typeof runNotification>>(null);

  useEffect(() => {
    const key = new URLSearchParams(location.search).get('key');
    if (key === null) return;
    const run = runNotification(key, { draw: setScene, askForClick: setSilent, donorText, nameOf });
    running.current = run;
    return () => run.close();
  }, []);

  return (
    <WidgetPage title={t`Оповещения`}>
      {scene && <AlertView key={`${scene.alert.alertId} ${scene.isResumed}`} scene={scene} />}
      {isSilent && (
        <div className={classes.dialog} role="alertdialog" aria-label={t`Звук выключен браузером`}>
          <span>
            <Trans>Браузер не даёт включить звук без вашего нажатия. В OBS этого окна нет.</Trans>
          </span>
          <button type="button" onClick={() => running.current?.click()}>
            <Trans>Включить звук</Trans>
          </button>
        </div>
      )}
    </WidgetPage>
  );
}
