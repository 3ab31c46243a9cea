"""The log: envelopes, stores, history, seal and dice."""
