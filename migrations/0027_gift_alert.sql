-- What others than the widgets may know of a gift's alert: whether the message waits for the creator's yes or was rejected, and since when
-- there is an alert. The table itself may change.
create view gift_alert as
  select pay_id, state in ('held', 'rejected') as is_message_held, created_at from alert where pay_id is not null;
