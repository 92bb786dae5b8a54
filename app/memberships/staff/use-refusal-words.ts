import { useLingui } from '@lingui/react/macro';

/** Why the last charge was refused; the code itself where it is the system's own. */
export function useRefusalWords(): (refusal: string) => string {
  const { t } = useLingui();
  const words = new Map([
    ['InsufficientFunds', t`Не хватает денег на карте`],
    ['CardExpired', t`Срок карты истёк`],
    ['CardBlocked', t`Карта заблокирована`],
    ['CardMissing', t`Нет карты`],
    ['Refused', t`Карта отклонена`],
  ]);
  return (refusal) => words.get(refusal) ?? refusal;
}
