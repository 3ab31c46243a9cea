"""The service: operations, rules and rooms, and the HTTP coat over them."""
