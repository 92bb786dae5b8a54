-- Two categories may have one place: those that do get places of their own, in the order in which they were shown.
update category k set place = counted.place
from (select id, row_number() over (order by place, id) as place from category) counted
where k.id = counted.id and exists (select from category group by place having count(*) > 1);
