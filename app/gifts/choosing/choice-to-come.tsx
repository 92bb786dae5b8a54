import { Skeleton } from '#base/ui/page/skeleton.tsx';

/** The place of the choice while its code and what is known of the recipient load. */
export function ChoiceToCome() {
  return (
    <div aria-busy>
      <Skeleton height={640} radius={12} />
    </div>
  );
}
