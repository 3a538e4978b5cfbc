-- Bills that are wrong and were not mended or waived, for the figures of all tenants.
drop index concurrently if exists app.processor_bill_wrong;
create index concurrently processor_bill_wrong on app.processor_bill (tenant_id, billed_at) where state = 'WRONG';
