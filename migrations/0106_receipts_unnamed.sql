-- What receipt_due_to_name finds as well.
drop index receipt_due_unnamed;
