import { Trans } from '@lingui/react/macro';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { shareNow } from './joint-rules.ts';
import type { RunningJointShown } from './joint-shapes.ts';

/** How what is given on a page is shared now, for its donors. */
export function JointLine({ joint: { title, members } }: { readonly joint: RunningJointShown }) {
  const percentText = usePercentText();
  return (
    <>
      <b>
        <Trans>Стрим вместе: {title}</Trans>
      </b>
      <p>
        {/* Monthly support of the same page is not. */}
        <Trans>Каждый разовый донат делится:</Trans>{' '}
        {members.map(({ userName, displayName, percent }, at) => (
          <span key={userName}>
            <bdi>{displayName}</bdi>
            {'\u00a0'}
            {percentText(shareNow(percent, members))}
            {at + 1 < members.length && ', '}
          </span>
        ))}
      </p>
    </>
  );
}
