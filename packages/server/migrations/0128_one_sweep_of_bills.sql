-- There were two sweeps of bills for each connected program. One of them goes on as the only one.
delete from app.job where kind = 'SWEEP_BILLS' and subject = 'NEXT_MONTH';
update app.job set subject = '' where kind = 'SWEEP_BILLS' and subject = 'NEXT_DAY';
