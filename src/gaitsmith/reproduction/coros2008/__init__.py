"""Tables and figures of Coros, Beaudoin, Yin & van de Panne 2008."""
