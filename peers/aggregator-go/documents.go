package main

import "encoding/json"

// A text is a string as the back-end has written it, with its quotes and escapes. encoding/json would write some
// escapes in another way than .NET, so that the answers of the peers would differ.
type text = json.RawMessage

type customer struct {
	ID           int     `json:"id"`
	Name         text    `json:"name"`
	Email        text    `json:"email"`
	Phone        text    `json:"phone"`
	Address      address `json:"address"`
	RegisteredAt text    `json:"registeredAt"`
	Notes        text    `json:"notes"`
	OrderIDs     []int   `json:"orderIds,omitempty"`
	Orders       []order `json:"orders"`
}

type address struct {
	Street   text `json:"street"`
	City     text `json:"city"`
	Postcode text `json:"postcode"`
	Country  text `json:"country"`
}

// Amounts are json.Number, because a float64 would lose the last zero of 12.50.
type order struct {
	ID         int         `json:"id"`
	CustomerID int         `json:"customerId"`
	PlacedAt   text        `json:"placedAt"`
	Currency   text        `json:"currency"`
	Items      []item      `json:"items"`
	Total      json.Number `json:"total"`
}

type item struct {
	ID          int         `json:"id"`
	Product     text        `json:"product"`
	Description text        `json:"description"`
	Quantity    int         `json:"quantity"`
	UnitPrice   json.Number `json:"unitPrice"`
}
