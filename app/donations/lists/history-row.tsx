import { Plural, Trans } from '@lingui/react/macro';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { TextLink } from '#base/ui/page/text-button.tsx';
import { useCountedText } from '#base/ui/page/use-quoted.ts';
import classes from './history-screen.module.css';
import type { ReceivedDonation } from './received-donation.ts';
import { ThankButton } from './thank-button.tsx';

interface HistoryRowProps {
  readonly donation: ReceivedDonation;
  readonly currency: string;
}

/** One received donation with its donor, time, amount and message, and a ready text to thank with. */
export function HistoryRow({ donation, currency }: HistoryRowProps) {
  const momentText = useMomentText();
  const { name, amount, refunded, credited, message, month, giftedMonths, giftedPieces, whole, paidAt, status } =
    donation;
  const isBack = status === 'Refunded';
  return (
    <Stack as="li" className={classes.donation} gap={20} rowGap={8} data-back={isBack || undefined}>
      <Stack className={classes.who} gap={2} shrinks>
        <b>{name ?? <Trans>Аноним</Trans>}</b>
        {month !== null && (
          <span>
            <Trans>{month}-й месяц</Trans>
          </span>
        )}
        {/* A server of an earlier version sends none. */}
        {giftedMonths ? (
          <TextLink to={`/months/${donation.id}`}>
            <Plural
              value={giftedMonths}
              one="# месяц в подарок"
              few="# месяца в подарок"
              many="# месяцев в подарок"
              other="# месяца в подарок"
            />
          </TextLink>
        ) : null}
        {giftedPieces ? <PiecesLink donationId={donation.id} {...giftedPieces} /> : null}
        <time dateTime={paidAt}>{momentText(paidAt)}</time>
      </Stack>
      <Stack className={classes.sums} gap={2} justify="end" weight={600}>
        <Sum amount={amount} currency={currency} />
        {/* A server of an earlier version sends none. */}
        {whole != null && (
          <small>
            <Trans>
              Ваша часть от <Sum amount={whole} currency={currency} />
            </Trans>
          </small>
        )}
        <small>
          {isBack ? (
            <Trans>Возвращён отправителю</Trans>
          ) : (
            <Trans>
              На счёт <Sum amount={credited} currency={currency} />
            </Trans>
          )}
        </small>
        {refunded > 0 && !isBack && (
          <small>
            <Trans>
              Часть вернулась отправителю: <Sum amount={refunded} currency={currency} />
            </Trans>
          </small>
        )}
      </Stack>
      {message !== null && <blockquote className={classes.message}>{message}</blockquote>}
      <Row className={classes.acts} gap={16} rowGap={4} align="baseline">
        {!isBack && <ThankButton donation={donation} currency={currency} />}
        {message !== null && (
          <CopyButton text={message}>
            <span aria-hidden>
              <Trans>Скопировать</Trans>
            </span>
            <span className="spoken">
              <Trans>Скопировать сообщение</Trans>
            </span>
          </CopyButton>
        )}
        <TextLink to={`/receipt/${donation.id}`}>
          <Trans>Чек</Trans>
        </TextLink>
      </Row>
    </Stack>
  );
}

interface PiecesLinkProps {
  readonly donationId: string;
  readonly count: number;
  readonly product: string;
}

/** Leads to the pieces of merch that a donation has given to viewers. */
function PiecesLink({ donationId, count, product }: PiecesLinkProps) {
  const what = useCountedText()(count, product);
  return (
    <TextLink to={`/gifts/${donationId}`}>
      <Trans>{what} в подарок</Trans>
    </TextLink>
  );
}
