-- What an operator has to look into becomes a code with what is known of it (app/payments/payment-flag.ts).
update payment set problem = regexp_replace(problem, said, flag)
from (values
  ('^amount: (\d+) instead of (\d+)$', 'OtherAmount \1 \2'),
  ('^another reference$', 'OtherReference'),
  ('^another currency$', 'OtherCurrency'),
  ('^given back: (\d+) instead of (\d+)$', 'OtherRefund \1 \2'),
  ('^given back: (\d+) of (\d+), and the payment is paid$', 'RefundOfPaid \1 \2'),
  ('^a part was given back, and the payment is .*$', 'PartOfClosed'),
  ('^could not be given back: (.*)$', 'RefundRefused \1'),
  ('^a part could not be given back: (.*)$', 'PartRefused \1'),
  ('^a refund was not made: (?:the payment is )?(.*)$', 'RefundStopped \1'),
  ('^a part was not given back: (.*)$', 'PartStopped \1'),
  ('^Click has charged two attempts$', 'ChargedTwice'),
  ('^receipt (\S+): on hold at Payme$', 'OnHold \1'),
  ('^dispute (\S+): (.*)$', 'Dispute \1 \2'),
  ('^refund (\S+): failed$', 'RefundFailed \1'),
  ('^refund (\S+): in (\S+)$', 'RefundCurrency \1 \2')
) as known (said, flag)
where problem ~ said;
