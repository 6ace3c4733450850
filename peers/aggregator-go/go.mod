module aggregator-go

go 1.19
