module ingest-go

go 1.19
