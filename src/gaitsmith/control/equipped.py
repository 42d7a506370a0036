"""A controller on a body whose devices have numbers that are searched for, too."""

from typing import Any

from gaitsmith.actuators.devices import device_numbers, device_parameters
from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller, ControllerSpec, Drive
from gaitsmith.parameters import ParameterSpace


class EquippedController:
    """A controller with more parameters: those of the devices."""

    def __init__(self, own: Controller, character: Character) -> None:
        """`own` drives the character, which wears devices with free numbers."""
        self._own, self._character = own, character
        self.space = ParameterSpace(
            (*own.space.parameters, *device_parameters(character))
        )

    def drive(self, values: dict[str, float]) -> Drive:
        """The law, the start, and what the devices are like."""
        own = {p.name: values[p.name] for p in self._own.space.parameters}
        numbers = device_numbers(self._character, values)
        return self._own.drive(own)._replace(devices=numbers)

    def declaration(self) -> ControllerSpec:
        """The [controller] table; the devices are in the character's."""
        return self._own.declaration()

    def __getattr__(self, name: str) -> Any:
        """What else there is to know of the law, such as its gait."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._own, name)


def equipped(own: Controller, character: Character) -> Controller:
    """The controller itself, if no device has a number to search for."""
    if not device_parameters(character):
        return own
    return EquippedController(own, character)
